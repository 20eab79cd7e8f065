/// JSON arrays of strings, read and written without a `JSONValue` per item, because databases contain many of them.
public enum JSONStrings {
  /// Reads an array that contains only strings.
  public static func read(_ text: UnsafeBufferPointer<UInt8>) throws(JSONError) -> [String] {
    try JSONReader.strings(text)
  }

  /// Returns the JSON of a list of strings, such as `["a","b"]`.
  public static func text(_ strings: [String]) -> String {
    var writer = JSONWriter(capacity: strings.reduce(2) { $0 + $1.utf8.count + 3 })
    writer.beginArray()
    for string in strings {
      writer.nextItem()
      writer.write(string)
    }
    writer.endArray()
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
