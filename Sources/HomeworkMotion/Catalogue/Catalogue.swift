import HomeworkModel

/// The animations that a session shows, from the built-in designs and from files.
///
///     let mine = AnimationFile(name: "my-app.tokens.json", text: text)
///     let catalogue = try Catalogue(profiles: [.homework], files: [mine])
///     let session = Session(resuming: attempt, environment: SessionEnvironment(catalogue: catalogue), atMs: 0)
///
/// A catalogue is a value: equal sources are equal catalogues. Designs and files are parsed once, on first use.
public struct Catalogue: Sendable {
  /// The built-in designs in it.
  public var profiles: [ProfileName] { content.profiles }
  /// The files in it.
  public var files: [AnimationFile] { content.files }
  /// All animations, in the order of the designs and files.
  public var entries: [AnimationSpec] { content.entries }
  /// The named durations and springs of the designs.
  public var tokens: [Token] { content.tokens }

  private let content: Content

  /// The five built-in designs.
  public static let all = designs(ProfileName.designs)
  /// The default: the design of the streak.
  public static let mcqStreak = designs([.mcqStreak])

  /// Creates a catalogue from built-in designs and files, in this order.
  ///
  /// - Throws: `AnimationMistakes`, of all files at once; `SessionError.unknownProfile`.
  public init(profiles: [ProfileName] = [], files: [AnimationFile] = []) throws {
    var once: [ProfileName] = []
    for profile in profiles where !once.contains(profile) {
      guard ProfileName.designs.contains(profile) else { throw SessionError.unknownProfile(profile.rawValue) }
      once.append(profile)
    }
    if files.isEmpty, once == [.mcqStreak] {
      self = .mcqStreak
    } else if files.isEmpty, once == ProfileName.designs {
      self = .all
    } else {
      content = try Content(once, files)
    }
  }

  /// Returns a catalogue of the named built-in designs.
  package static func designs(_ profiles: [ProfileName]) -> Catalogue {
    do { return Catalogue(try Content(profiles, [])) } catch {
      preconditionFailure("a design cannot be read: \(error)")
    }
  }

  private init(_ content: Content) {
    self.content = content
  }

  /// Finds an animation by its name, by `profile.name`, or by `profile/name`.
  public subscript(_ word: String) -> AnimationSpec? {
    if let index = content.byName[AnimationName(rawValue: word)] { return entries[index] }
    for separator: Character in [".", "/"] {
      let parts = word.split(separator: separator, maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2 else { continue }
      for name in [parts[1], "\(parts[0]).\(parts[1])"] {
        guard let index = content.byName[AnimationName(rawValue: name)] else { continue }
        if entries[index].profile.rawValue == parts[0] { return entries[index] }
      }
    }
    return nil
  }

  public subscript(_ name: AnimationName) -> AnimationSpec? { content.byName[name].map { entries[$0] } }

  /// Returns the animations of one design or file.
  public func entries(of profile: ProfileName) -> [AnimationSpec] { entries.filter { $0.profile == profile } }

  /// The names of the animations.
  public var names: [AnimationName] { entries.map(\.name) }

  /// The screen events that start or end an animation, `background` included.
  public var screenEvents: [ScreenEvent] { content.screenEvents }

  /// The design of the streak's animations, which sessions control; `nil` if the catalogue has none of them.
  var streak: StreakDesign? { content.streak }
  /// True if there are animations defined entirely by their files.
  var hasOthers: Bool { content.hasOthers }

  func layer(of name: AnimationName) -> Layer { content.byName[name].map { entries[$0].layer } ?? .anywhere }

  /// Returns the animations that a fact or screen event may start, without the streak's, which sessions control.
  func started(by fact: Fact) -> [AnimationSpec] { content.byFact[fact] ?? [] }
  func started(by event: ScreenEvent) -> [AnimationSpec] { content.byScreenEvent[event] ?? [] }

  private final class Content: Sendable {
    let profiles: [ProfileName]
    let files: [AnimationFile]
    let entries: [AnimationSpec]
    let tokens: [Token]
    let streak: StreakDesign?
    let hasOthers: Bool
    let screenEvents: [ScreenEvent]
    let byName: [AnimationName: Int]
    let byFact: [Fact: [AnimationSpec]]
    let byScreenEvent: [ScreenEvent: [AnimationSpec]]

    init(_ profiles: [ProfileName], _ files: [AnimationFile]) throws(AnimationMistakes) {
      var designs: [Design] = []
      for profile in profiles { designs.append(BuiltInDesign.design(profile)) }
      var (mistakes, more): ([AnimationMistakes.Mistake], Int) = ([], 0)
      for file in files {
        do { designs.append(try DesignReader.read(file)) } catch {
          mistakes += error.mistakes
          more += error.more
        }
      }
      guard mistakes.isEmpty else { throw AnimationMistakes(mistakes: mistakes, more: more) }
      (self.profiles, self.files) = (profiles, files)
      entries = designs.flatMap(\.entries)
      tokens = designs.flatMap(\.tokens)
      byName = try Self.indexes(designs, besides: profiles.count, files)
      let own = entries.filter { $0.behaviour != nil }
      streak = own.isEmpty ? nil : StreakDesign(own)
      hasOthers = own.count < entries.count
      var (facts, events): ([Fact: [AnimationSpec]], [ScreenEvent: [AnimationSpec]]) = ([:], [:])
      var known: [ScreenEvent] = []
      for entry in entries where entry.behaviour == nil {
        for rule in entry.triggers + entry.until {
          if case .screen(let event) = rule.source, !known.contains(event) { known.append(event) }
        }
        for source in Set(entry.triggers.map(\.source)) {
          switch source {
          case .fact(let fact): facts[fact, default: []].append(entry)
          case .screen(let event): events[event, default: []].append(entry)
          }
        }
      }
      (byFact, byScreenEvent, screenEvents) = (facts, events, known + (hasOthers ? [.background] : []))
    }

    /// Returns the index of each animation. A duplicate name is a mistake of the later file.
    private static func indexes(
      _ designs: [Design], besides builtIn: Int, _ files: [AnimationFile]
    ) throws(AnimationMistakes) -> [AnimationName: Int] {
      var (indexes, owners) = ([AnimationName: Int](), [AnimationName: Int]())
      var mistakes: [AnimationMistakes.Mistake] = []
      for (number, design) in designs.enumerated() {
        for entry in design.entries {
          if let owner = owners[entry.name] {
            let other =
              owner < builtIn ? "the profile \(designs[owner].entries[0].profile)" : files[owner - builtIn].name
            let reason = "is also an animation of \(excerpt(other, most: 200)): rename one"
            mistakes.append(files[number - builtIn].mistake(0, entry.name.rawValue, reason))
          }
          owners[entry.name] = number
          indexes[entry.name] = indexes.count
        }
      }
      guard mistakes.isEmpty else { throw AnimationMistakes(mistakes: mistakes) }
      return indexes
    }
  }
}

extension Catalogue: Hashable {
  public static func == (one: Self, other: Self) -> Bool {
    one.content === other.content || one.profiles == other.profiles && one.files == other.files
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(profiles)
    hasher.combine(files)
  }
}
