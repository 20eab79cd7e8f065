import CHomeworkEmbedded

/// The five built-in designs. They use the same file format as a user's design, and each is parsed on first use.
package enum BuiltInDesign {
  /// Returns the file of a design, word for word; `nil` if no built-in design has that name.
  package static func text(of profile: ProfileName) -> String? {
    homework_embedded_text("\(profile).tokens.json").map { String(cString: $0) }
  }

  static func design(_ profile: ProfileName) -> Design {
    switch profile {
    case .mcqStreak: mcqStreak
    case .homework: homework
    case .offload: offload
    case .ncdb: ncdb
    case .diet: diet
    default: preconditionFailure("there is no design \(profile)")
    }
  }

  private static let mcqStreak = read(.mcqStreak), homework = read(.homework), offload = read(.offload)
  private static let ncdb = read(.ncdb), diet = read(.diet)

  private static func read(_ profile: ProfileName) -> Design {
    let file = AnimationFile(name: "\(profile).tokens.json", text: text(of: profile) ?? "")
    do throws(AnimationMistakes) {
      let design = try DesignReader.read(file)
      return Design(entries: design.entries.map(named), tokens: design.tokens)
    } catch { preconditionFailure("the design \(profile) cannot be read: \(error)") }
  }

  /// The names used by more than one of the five designs; they are prefixed with their profile.
  private static let shared: Set<AnimationName> = ["buttonPress", "cardAppearance", "pullToRefresh"]

  private static func named(_ entry: AnimationSpec) -> AnimationSpec {
    guard shared.contains(entry.name) else { return entry }
    return entry.renamed(AnimationName(rawValue: "\(entry.profile).\(entry.name)"))
  }
}
