/// JSON arrays of strings.
public enum JSONStrings {
  /// Reads an array that contains only strings.
  public static func read(_ text: UnsafeBufferPointer<UInt8>) throws(JSONError) -> [String] {
    guard let strings = try JSONValue(text).strings else { throw JSONError(.unexpected, at: 0) }
    return strings
  }

  /// Returns the JSON of a list of strings, such as `["a","b"]`.
  public static func text(_ strings: [String]) -> String {
    String(decoding: JSONValue.array(strings.map { .string($0) }).encoded(), as: UTF8.self)
  }
}
