/// Every animation of the five documents, in the order of the documents.
public enum Catalogue {
  public static let entries: [AnimationSpec] = ProfileName.allCases.flatMap(entries)

  /// Those of one profile.
  public static func entries(of profile: ProfileName) -> [AnimationSpec] {
    switch profile {
    case .mcqStreak: AnimationSpec.mcqStreak
    case .homework: AnimationSpec.homework
    case .offload: AnimationSpec.offload
    case .ncdb: AnimationSpec.ncdb
    case .diet: AnimationSpec.diet
    }
  }

  public static subscript(_ name: AnimationName) -> AnimationSpec {
    guard let entry = byName[name] else { preconditionFailure("\(name) is in no profile") }
    return entry
  }

  /// The animation that a person or a program means by a word, as `name(of:)`.
  public static func entry(named word: String) throws(SessionError) -> AnimationSpec {
    guard let name = name(of: word) else { throw .unknownAnimation(word) }
    return self[name]
  }

  /// Profiles by their names, each once, in the order given.
  public static func profiles(named names: [String]) throws(SessionError) -> [ProfileName] {
    var profiles: [ProfileName] = []
    for name in names {
      guard let profile = ProfileName(rawValue: name) else { throw .unknownProfile(name) }
      if !profiles.contains(profile) { profiles.append(profile) }
    }
    return profiles
  }

  static func layer(of name: AnimationName) -> Layer {
    switch name {
    case .a1, .dotSettle, .sizeSettle: .question
    case .a2, .a3: .results
    case .a4: .anywhere
    // The streak's own are told above: a session asks for them with every fact.
    default: self[name].layer
    }
  }

  /// The animation that a person or a program means: by its name, `profile.name`, or `profile/name`.
  public static func name(of word: String) -> AnimationName? {
    if let name = AnimationName(rawValue: word) { return name }
    let parts = word.split(separator: word.contains("/") ? "/" : ".", maxSplits: 1).map(String.init)
    guard parts.count == 2, let profile = ProfileName(rawValue: parts[0]) else { return nil }
    return AnimationName(rawValue: parts[1]).flatMap { Self[$0].profile == profile ? $0 : nil }
  }

  /// Those that a fact or screen event of a kind may start, but for the streak's own, which a session decides by
  /// itself.
  static func started(by fact: Fact, in profiles: [ProfileName]) -> [AnimationSpec] {
    (byFact[fact] ?? []).filter { profiles.contains($0.profile) }
  }

  static func started(by event: ScreenEvent, in profiles: [ProfileName]) -> [AnimationSpec] {
    (byScreenEvent[event] ?? []).filter { profiles.contains($0.profile) }
  }

  private static let byName = Dictionary(uniqueKeysWithValues: entries.map { ($0.name, $0) })

  private static let byFact: [Fact: [AnimationSpec]] = entries.filter { $0.profile != .mcqStreak }.reduce(into: [:]) {
    if case .fact(let fact, _) = $1.trigger { $0[fact, default: []].append($1) }
  }

  private static let byScreenEvent: [ScreenEvent: [AnimationSpec]] = entries.reduce(into: [:]) {
    if case .screen(let event) = $1.trigger { $0[event, default: []].append($1) }
  }

  /// Durations and springs that a document names for use anywhere.
  public static let tokens: [Token] = [
    Token(.ncdb, "Instant", durationMs: 100), Token(.ncdb, "Quick", durationMs: 200),
    Token(.ncdb, "Standard", durationMs: 350), Token(.ncdb, "Emphasis", durationMs: 500),
    Token(.ncdb, "Slow", durationMs: 800),
    Token(.ncdb, "Standard spring", spring: DampedSpring(response: 0.6, dampingFraction: 0.8)),
    Token(.ncdb, "Quick spring", spring: DampedSpring(response: 0.4, dampingFraction: 0.85)),
    Token(.ncdb, "Bouncy spring", spring: DampedSpring(response: 0.5, dampingFraction: 0.6)),
    Token(.ncdb, "Gentle spring", spring: DampedSpring(response: 0.8, dampingFraction: 0.9)),
    Token(.ncdb, "Interactive spring", spring: DampedSpring(response: 0.3, dampingFraction: 0.7)),
  ]
}

/// A named duration or spring.
public struct Token: Hashable, Codable, Sendable {
  public let profile: ProfileName
  public let name: String
  public let durationMs: Int?
  public let spring: DampedSpring?

  init(_ profile: ProfileName, _ name: String, durationMs: Int? = nil, spring: DampedSpring? = nil) {
    self.profile = profile
    self.name = name
    self.durationMs = durationMs
    self.spring = spring
  }
}
