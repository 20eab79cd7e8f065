public import Foundation
public import HomeworkModel

/// The JSON of a quiz, as the protocol has it.
public enum QuizJSON {
  /// Reads a quiz object, or a bare array of questions. Ids may be there or not; nothing is done with them.
  ///
  /// A quiz that breaks a rule is refused whole, with every fault by its path.
  public static func quiz(from data: Data) throws(QuizFormatError) -> QuizDraft {
    let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = data.starts(with: byteOrderMark) ? Data(data.dropFirst(3)) : data
    guard String(validating: text, as: UTF8.self) != nil else {
      throw error(at: validPrefix(of: text), in: text, "not UTF-8: save the file as UTF-8")
    }
    do {
      return try QuizReader.quiz(from: try JSONDecoder().decode(JSONTree.self, from: text))
    } catch let error as QuizFormatError {
      throw error
    } catch {
      let digits = parserWords(on: text).split { !$0.isNumber }.last.flatMap { Int($0) }
      throw Self.error(
        at: digits ?? text.count, in: text,
        digits == nil ? "the JSON ends too early: close what is open" : "not JSON here: check quotes and commas")
    }
  }

  /// What Foundation's other parser says of a mistake: unlike the decoder it tells the offset, as the only number.
  private static func parserWords(on text: Data) -> String {
    do {
      _ = try JSONSerialization.jsonObject(with: text, options: .fragmentsAllowed)
      return ""
    } catch {
      return (error as NSError).userInfo["NSDebugDescription"] as? String ?? ""
    }
  }

  private static func error(at offset: Int, in text: Data, _ message: String) -> QuizFormatError {
    let before = String(decoding: text.prefix(max(0, offset)), as: UTF8.self)
    let lines = before.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    return QuizFormatError(
      line: lines.count, column: (lines.last?.count ?? 0) + 1, faults: [Fault(path: "", message: message)])
  }

  /// How many bytes at the beginning are UTF-8.
  private static func validPrefix(of data: Data) -> Int {
    var decoder = UTF8()
    var bytes = data.makeIterator()
    var count = 0
    while case .scalarValue(let scalar) = decoder.decode(&bytes) { count += UTF8.width(scalar) }
    return count
  }
}

/// Any JSON, so that faults of shape can be named by path rather than thrown at the first.
enum JSONTree: Codable {
  case null
  case bool(Bool)
  case number(Double)
  case text(String)
  case list([JSONTree])
  case object([String: JSONTree])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    // The type is the discriminator: a failure is a "no".
    if container.decodeNil() {
      self = .null
    } else if let bool = try? container.decode(Bool.self) {
      self = .bool(bool)
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else if let text = try? container.decode(String.self) {
      self = .text(text)
    } else if let list = try? container.decode([JSONTree].self) {
      self = .list(list)
    } else {
      self = .object(try container.decode([String: JSONTree].self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let bool): try container.encode(bool)
    case .number(let number): try container.encode(number)
    case .text(let text): try container.encode(text)
    case .list(let list): try container.encode(list)
    case .object(let object): try container.encode(object)
    }
  }

  var kind: String {
    switch self {
    case .null: "null"
    case .bool: "true or false"
    case .number: "a number"
    case .text: "a text"
    case .list: "a list"
    case .object: "an object"
    }
  }
}
