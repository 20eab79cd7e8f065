extension StringProtocol {
  /// The bytes of the text with its `%40` and similar escapes decoded; `nil` if one is invalid.
  package var percentDecoded: [UInt8]? {
    var (bytes, rest): ([UInt8], Substring.UTF8View) = ([], Substring(self).utf8)
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      let digits = rest.prefix(2)
      guard digits.count == 2, digits.first != UInt8(ascii: "+"),
        let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
      else { return nil }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return bytes
  }
}
