import HomeworkSystem

/// Replacements for text functions of Swift's regular expression module, which every file sees without an import. A
/// single call of that module adds 1.3 MB to a statically linked program.
///
/// Names and results are the same, and the compiler prefers these if `HomeworkModel` is imported. They compare
/// Characters, so that `e` is not found in `é`, nor `\n` in `\r\n`. `TidyTests` finds programs that call the originals.
extension StringProtocol {
  /// Returns whether this text contains another one. Every text contains the empty one.
  package func contains(_ other: String) -> Bool { firstRange(of: other) != nil }

  /// Returns the first place of a text in this one.
  package func firstRange(of other: String) -> Range<String.Index>? {
    let text = Substring(self)
    // Most texts searched for are ASCII: a Character that equals an ASCII one has the same bytes.
    if !other.isEmpty, other.utf8.allSatisfy({ $0 < 0x80 && !canonicalTwins.contains($0) }),
      let found = text.utf8.withContiguousStorageIfAvailable({ bytes in
        other.utf8.withContiguousStorageIfAvailable { byteIndex(of: $0, in: text, bytes) } ?? nil
      })
    {
      return found
    }
    var start = text.startIndex
    while true {
      var (here, there) = (start, other.startIndex)
      while there < other.endIndex, here < text.endIndex, text[here] == other[there] {
        text.formIndex(after: &here)
        other.formIndex(after: &there)
      }
      if there == other.endIndex { return start..<here }
      if here == text.endIndex { return nil }
      text.formIndex(after: &start)
    }
  }

  /// Returns the places of a text in this one, in order and without overlaps.
  ///
  /// - Parameter other: the text to find, not empty.
  package func ranges(of other: String) -> [Range<String.Index>] {
    precondition(!other.isEmpty)
    var (ranges, rest): ([Range<String.Index>], _) = ([], Substring(self))
    while let range = rest.firstRange(of: other) {
      ranges.append(range)
      rest = rest[range.upperBound...]
    }
    return ranges
  }

  /// Returns the text with every occurrence of `other` replaced.
  ///
  /// - Parameter other: the text to replace, not empty.
  package func replacing(_ other: String, with replacement: String) -> String {
    var (result, index) = ("", startIndex)
    for range in ranges(of: other) {
      result += self[index..<range.lowerBound]
      result += replacement
      index = range.upperBound
    }
    return index == startIndex ? String(self) : result + self[index...]
  }
}

/// `;`, `K` and the grave accent: Unicode has a second, canonically equivalent character for each of them.
private let canonicalTwins: [UInt8] = [0x3B, 0x4B, 0x60]

/// Returns the first place at which the text's bytes equal `other` and form whole Characters.
private func byteIndex(
  of other: UnsafeBufferPointer<UInt8>, in text: Substring, _ bytes: UnsafeBufferPointer<UInt8>
) -> Range<String.Index>? {
  func index(_ offset: Int) -> String.Index { text.utf8.index(text.startIndex, offsetBy: offset) }
  func isBetweenCharacters(_ offset: Int) -> Bool {
    guard offset > 0, offset < bytes.count else { return true }
    let (before, after) = (bytes[offset - 1], bytes[offset])
    if before < 0x80, after < 0x80 { return !(before == 0x0D && after == 0x0A) }
    return String.Index(index(offset), within: text) != nil
  }
  guard let first = bytes.baseAddress, let wanted = other.baseAddress else { return nil }
  var start = 0
  while start + other.count <= bytes.count,
    let found = memchr(first + start, Int32(wanted[0]), bytes.count - other.count + 1 - start)
  {
    start = UnsafeRawPointer(found) - UnsafeRawPointer(first)
    let end = start + other.count
    if memcmp(first + start, wanted, other.count) == 0, isBetweenCharacters(start), isBetweenCharacters(end) {
      return index(start)..<index(end)
    }
    start += 1
  }
  return nil
}
