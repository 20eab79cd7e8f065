/// The five designs, which are files as anybody's are; each is read when it is first asked for.
package enum BuiltInDesign {
  /// The file of a design, word for word; `nil` where there is none of that name.
  package static func text(of profile: ProfileName) -> String? {
    guard let pieces = pieces(of: profile) else { return nil }
    // Each piece is an object; together they are one.
    let bodies = pieces.enumerated().map { index, bytes in
      let text = String(decoding: bytes, as: UTF8.self)
      return text.dropFirst(index == 0 ? 0 : "{\n".count).dropLast(index == pieces.count - 1 ? 0 : "\n}\n".count)
    }
    return bodies.joined(separator: ",\n")
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
      return Design(entries: design.entries.map(named), tokens: design.tokens, findings: design.findings)
    } catch { preconditionFailure("the design \(profile) cannot be read: \(error)") }
  }

  /// Names that more than one of the five uses: these have their profile before them.
  private static let shared: Set<AnimationName> = ["buttonPress", "cardAppearance", "pullToRefresh"]

  private static func named(_ entry: AnimationSpec) -> AnimationSpec {
    guard shared.contains(entry.name) else { return entry }
    return entry.renamed(AnimationName(rawValue: "\(entry.profile).\(entry.name)"))
  }

  private static func pieces(of profile: ProfileName) -> [[UInt8]]? {
    switch profile {
    case .diet:
      [
        PackageResources.diet_1_tokens_json,
        PackageResources.diet_2_tokens_json,
        PackageResources.diet_3_tokens_json,
        PackageResources.diet_4_tokens_json,
        PackageResources.diet_5_tokens_json,
        PackageResources.diet_6_tokens_json,
      ]
    case .homework:
      [
        PackageResources.homework_1_tokens_json,
        PackageResources.homework_2_tokens_json,
        PackageResources.homework_3_tokens_json,
        PackageResources.homework_4_tokens_json,
        PackageResources.homework_5_tokens_json,
      ]
    case .mcqStreak:
      [
        PackageResources.mcq_streak_1_tokens_json,
        PackageResources.mcq_streak_2_tokens_json,
      ]
    case .ncdb:
      [
        PackageResources.ncdb_1_tokens_json,
        PackageResources.ncdb_2_tokens_json,
        PackageResources.ncdb_3_tokens_json,
      ]
    case .offload:
      [
        PackageResources.offload_1_tokens_json
      ]
    default: nil
    }
  }
}
