/// A name in a catalogue, which files can add to.
public protocol CatalogueName: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral,
  CustomStringConvertible
where RawValue == String {
  init(rawValue: String)
}

extension CatalogueName {
  public init(stringLiteral name: String) { self.init(rawValue: name) }
  public var description: String { rawValue }
}

/// The name of an animation: the last part of its token's path.
///
/// If two of the five designs use the same name, it is prefixed with its profile.
public struct AnimationName: CatalogueName {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}

extension AnimationName {
  /// A star is activated on its dot.
  public static var a1: Self { "A1" }
  /// The star badge springs in on the results.
  public static var a2: Self { "A2" }
  /// The total of stars counts up on the results.
  public static var a3: Self { "A3" }
  /// A burst of confetti.
  public static var a4: Self { "A4" }
  /// The dot of the last answer changes from blue to green.
  public static var dotSettle: Self { "dotSettle" }
  /// The star activated before shrinks from 22.4 to 16 pt.
  public static var sizeSettle: Self { "sizeSettle" }
}

/// The name of a set of animations: one of the five designs, or a file.
public struct ProfileName: CatalogueName {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static var mcqStreak: Self { "mcq-streak" }
  public static var homework: Self { "homework" }
  public static var offload: Self { "offload" }
  public static var ncdb: Self { "ncdb" }
  public static var diet: Self { "diet" }
  /// The five built-in designs, in order.
  public static let designs: [Self] = [.mcqStreak, .homework, .offload, .ncdb, .diet]
}

/// A screen event, which only the program can know: a tap, a push, cards that appear.
public struct ScreenEvent: CatalogueName {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}
