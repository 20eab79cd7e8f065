/// The animations that a session shows, read from the five designs of the program and from files of others.
///
///     let mine = AnimationFile(name: "my-app.tokens.json", text: text)
///     let catalogue = try Catalogue(profiles: [.homework], files: [mine])
///     let session = Session(resuming: attempt, environment: SessionEnvironment(catalogue: catalogue), atMs: 0)
///
/// A value: what it was read from says what it is. Designs and files are read once, when they are first asked for.
public struct Catalogue: Sendable {
  /// Of the five designs, those that it has.
  public var profiles: [ProfileName] { content.profiles }
  /// The files that it has, beside the designs.
  public var files: [AnimationFile] { content.files }
  /// In the order of the designs and files, and in theirs.
  public var entries: [AnimationSpec] { content.entries }
  /// Durations and springs that a design names for use anywhere.
  public var tokens: [Token] { content.tokens }

  private let content: Content

  /// The five designs.
  public static let all = designs(ProfileName.designs)
  /// What is shown where nothing else is said: the streak of a quiz.
  public static let mcqStreak = designs([.mcqStreak])

  /// Those of the five designs and of files, in this order.
  ///
  /// - Throws: `AnimationMistakes`, all at once; `SessionError.unknownProfile`.
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

  /// Those of the program's own designs that are named.
  package static func designs(_ profiles: [ProfileName]) -> Catalogue {
    do { return Catalogue(try Content(profiles, [])) } catch {
      preconditionFailure("a design cannot be read: \(error)")
    }
  }

  private init(_ content: Content) {
    self.content = content
  }

  /// An animation by its name, `profile.name`, or `profile/name`.
  public subscript(_ word: String) -> AnimationSpec? {
    if let index = content.byName[AnimationName(rawValue: word)] { return entries[index] }
    for separator in [".", "/"] {
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

  /// Those of one design or file.
  public func entries(of profile: ProfileName) -> [AnimationSpec] { entries.filter { $0.profile == profile } }

  /// The names of its animations.
  public var names: [AnimationName] { entries.map(\.name) }

  /// Every screen event that starts or ends one of its animations.
  public var screenEvents: [ScreenEvent] { content.screenEvents }

  /// What its files have that is read, and better written in another way.
  public var findings: [Finding] { content.findings }

  /// What the program decides about the streak's own; `nil` where none of it is shown.
  var streak: StreakDesign? { content.streak }
  /// Whether there are animations whose files say all.
  var hasOthers: Bool { content.hasOthers }

  func layer(of name: AnimationName) -> Layer { content.byName[name].map { entries[$0].layer } ?? .anywhere }

  /// Those that a fact or screen event of a kind may start, but for the streak's own, which a session decides by itself.
  func started(by fact: Fact) -> [AnimationSpec] { content.byFact[fact] ?? [] }
  func started(by event: ScreenEvent) -> [AnimationSpec] { content.byScreenEvent[event] ?? [] }

  private final class Content: Sendable {
    let profiles: [ProfileName]
    let files: [AnimationFile]
    let entries: [AnimationSpec]
    let tokens: [Token]
    let findings: [Finding]
    let streak: StreakDesign?
    let hasOthers: Bool
    let screenEvents: [ScreenEvent]
    let byName: [AnimationName: Int]
    let byFact: [Fact: [AnimationSpec]]
    let byScreenEvent: [ScreenEvent: [AnimationSpec]]

    init(_ profiles: [ProfileName], _ files: [AnimationFile]) throws(AnimationMistakes) {
      var designs: [Design] = []
      for profile in profiles { designs.append(BuiltInDesign.design(profile)) }
      var mistakes: [AnimationMistakes.Mistake] = []
      for file in files {
        do { designs.append(try DesignReader.read(file)) } catch { mistakes += error.mistakes }
      }
      guard mistakes.isEmpty else { throw AnimationMistakes(mistakes: mistakes) }
      (self.profiles, self.files) = (profiles, files)
      entries = designs.flatMap(\.entries)
      tokens = designs.flatMap(\.tokens)
      findings = designs.flatMap(\.findings)
      byName = try Self.places(designs, besides: profiles.count, files)
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
      (byFact, byScreenEvent, screenEvents) = (facts, events, known)
    }

    /// Where each animation is; two of one name are a mistake of the file that comes later.
    private static func places(
      _ designs: [Design], besides builtIn: Int, _ files: [AnimationFile]
    ) throws(AnimationMistakes) -> [AnimationName: Int] {
      var (places, owners) = ([AnimationName: Int](), [AnimationName: Int]())
      var mistakes: [AnimationMistakes.Mistake] = []
      for (number, design) in designs.enumerated() {
        for entry in design.entries {
          if let owner = owners[entry.name] {
            let other =
              owner < builtIn ? "the profile \(designs[owner].entries[0].profile)" : files[owner - builtIn].name
            mistakes.append(
              files[number - builtIn].mistake(0, entry.name.rawValue, "is an animation of \(other) too: rename one"))
          }
          owners[entry.name] = number
          places[entry.name] = places.count
        }
      }
      guard mistakes.isEmpty else { throw AnimationMistakes(mistakes: mistakes) }
      return places
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

/// As what it was read from.
extension Catalogue: Codable {
  private enum Key: String, CodingKey { case profiles, files }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    self = try Catalogue(
      profiles: try container.decode([ProfileName].self, forKey: .profiles),
      files: try container.decode([AnimationFile].self, forKey: .files))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(profiles, forKey: .profiles)
    try container.encode(files, forKey: .files)
  }
}
