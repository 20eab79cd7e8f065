import CHomeworkEmbedded
import HomeworkModel

/// A set of animations as text: a Design Tokens file (Design Tokens Format Module 2025.10) whose transitions have the
/// extension `org.hwdb.animation`.
public struct AnimationFile: Hashable, Sendable {
  /// The file name, used in messages.
  public var name: String
  public var text: String

  public init(name: String, text: String) {
    (self.name, self.text) = (name, text)
  }

  /// The size limit of a file, in bytes.
  public static let mostBytes = 1 << 20
  /// The maximum numbers of animations and tokens, including those copied by groups that extend others.
  static let mostAnimations = 500, mostTokens = 10_000
  /// The extension that makes a transition an animation.
  public static let extensionName = "org.hwdb.animation"

  /// The JSON Schema of such files, as text.
  public static var schema: String {
    homework_embedded_text("animations.schema.json").map { String(cString: $0) } ?? ""
  }

  /// The last part of its name, without `.tokens.json`.
  var profile: ProfileName {
    let last = name.split(separator: "/").last.map(String.init) ?? name
    for ending in [".tokens.json", ".tokens", ".json"] where last.hasSuffix(ending) && last.count > ending.count {
      return ProfileName(rawValue: String(last.dropLast(ending.count)))
    }
    return ProfileName(rawValue: last)
  }
}

/// The mistakes in animation files, by place.
public struct AnimationMistakes: Error, Hashable, Sendable, CustomStringConvertible {
  public struct Mistake: Hashable, Sendable, CustomStringConvertible {
    public let file: String
    /// The path, such as `celebrations.flame.$value.duration`.
    public let path: String
    /// The line and column, from 1.
    public let line: Int, column: Int
    public let message: String

    public var description: String {
      "\(excerpt(file, most: 200)):\(line):\(column): \(path.isEmpty ? "" : "\(path): ")\(message)"
    }
  }

  /// The first mistakes, up to 20 of each file.
  public let mistakes: [Mistake]
  /// The number of mistakes beyond those.
  public let more: Int

  init(mistakes: [Mistake], more: Int = 0) { (self.mistakes, self.more) = (mistakes, more) }

  public var description: String {
    mistakes.map(\.description).joined(separator: "\n") + (more > 0 ? "\nand \(more) more" : "")
  }
}

/// The content of a file.
struct Design: Sendable {
  let entries: [AnimationSpec]
  let tokens: [Token]
}

/// A named duration or spring.
public struct Token: Hashable, Sendable {
  public let profile: ProfileName
  public let name: String
  public let durationMs: Int?
  public let spring: Curve?
}
