/// A name that a catalogue knows, and that anybody's file may add to.
public protocol CatalogueName: RawRepresentable, Hashable, Codable, Sendable, ExpressibleByStringLiteral,
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
/// Where two of the five designs use one name, it has its profile before it.
public struct AnimationName: CatalogueName {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}

extension AnimationName {
  /// A star is activated on its dot.
  public static var a1: Self { "A1" }
  /// The stars badge springs in on the results.
  public static var a2: Self { "A2" }
  /// The stars total counts up on the results.
  public static var a3: Self { "A3" }
  /// A confetti burst.
  public static var a4: Self { "A4" }
  /// The dot just answered goes from blue to green.
  public static var dotSettle: Self { "dotSettle" }
  /// The star activated before goes from 22.4 to 16 pt.
  public static var sizeSettle: Self { "sizeSettle" }
}

/// The name of a set of animations: of one of the five designs, or of a file.
public struct ProfileName: CatalogueName {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static var mcqStreak: Self { "mcq-streak" }
  public static var homework: Self { "homework" }
  public static var offload: Self { "offload" }
  public static var ncdb: Self { "ncdb" }
  public static var diet: Self { "diet" }
  /// The five designs that the program has, in order.
  public static let designs: [Self] = [.mcqStreak, .homework, .offload, .ncdb, .diet]
}

/// Something that happens on a screen, which only its program can know: a tap, a push, cards that come into sight.
public struct ScreenEvent: CatalogueName {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}
