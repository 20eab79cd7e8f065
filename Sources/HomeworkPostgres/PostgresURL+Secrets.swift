extension PostgresURL {
  /// Returns where the passwords of an argument are, by its bytes: one that is an address, or ends in one, as in
  /// `--database=postgresql://…`.
  package static func secrets(in argument: String) -> [Range<Int>] {
    let bytes = Array(argument.utf8)
    guard let start = ["postgresql://", "postgres://"].compactMap({ end(of: Array($0.utf8), in: bytes) }).first else {
      return []
    }
    func next(_ byte: Character, from place: Int) -> Int? {
      byte.asciiValue.flatMap { value in bytes[place...].firstIndex(of: value) }
    }
    var found: [Range<Int>] = []
    let query = next("?", from: start) ?? bytes.count
    // The last one: what stands before it belongs to the password, even where it should be written otherwise.
    if let at = bytes.lastIndex(of: UInt8(ascii: "@")), at >= start, let colon = next(":", from: start), colon < at {
      found.append(colon + 1..<at)
    }
    for name in ["password=", "sslpassword="] {
      var place = query
      while let value = end(of: Array(name.utf8), in: bytes, from: place) {
        let last = next("&", from: value) ?? bytes.count
        found.append(value..<last)
        place = last
      }
    }
    return found
  }

  /// Returns the place after a word.
  private static func end(of word: [UInt8], in bytes: [UInt8], from start: Int = 0) -> Int? {
    guard start + word.count <= bytes.count else { return nil }
    for place in start...bytes.count - word.count where bytes[place..<place + word.count].elementsEqual(word) {
      return place + word.count
    }
    return nil
  }
}
