package import HomeworkModel

/// A library's name: its file name without `.sqlite`.
///
/// Names are lower case, so that no two name the same file in a file system that ignores case; they have no slash and
/// no leading dot, so that none leads out of its directory.
package struct LibraryName: Hashable, Comparable, Sendable, CustomStringConvertible {
  package let text: String

  package static let longest = 64
  /// The suffix that the program adds to the name.
  package static let fileSuffix = ".sqlite"
  /// The suffixes that the program appends to a database's file name for the files beside it.
  private static let reserved = [fileSuffix, "-wal", "-shm", "-journal", ".lock", ".backup", temporarySuffix]
  /// The suffix of temporary libraries' names.
  package static let temporarySuffix = ".scenario"

  /// - Parameter parameter: the parameter that gave the name.
  /// - Throws: `invalid`, with the rules for names.
  package init(_ text: String, parameter: String = "library") throws(StoreError) {
    guard Self.isName(text) else {
      throw .invalid([Fault(path: parameter, message: Self.fault(of: text))])
    }
    self.text = text
  }

  /// Creates the default name for a library made from a file: the file's name without `.sqlite`.
  package init(naming path: String) throws(StoreError) {
    let file = path.split(separator: "/").last.map(String.init) ?? ""
    let stem = file.hasSuffix(Self.fileSuffix) ? String(file.dropLast(Self.fileSuffix.count)) : file
    guard Self.isName(stem) else {
      throw .invalid([
        Fault(path: "name", message: "is missing, and \(file) is not called as a library may be: give one")
      ])
    }
    text = stem
  }

  /// Creates a name from a directory entry; `nil` if it is not a library's file.
  init?(file name: String) {
    guard name.hasSuffix(Self.fileSuffix) else { return nil }
    let stem = String(name.dropLast(Self.fileSuffix.count))
    guard Self.isName(stem) else { return nil }
    text = stem
  }

  /// Creates a temporary library's name, which no user can give: a new one unless another process passes it.
  package init(temporary text: String? = nil) {
    self.text = text ?? String(UInt64.random(in: 1 << 63...(.max)), radix: 16) + Self.temporarySuffix
  }

  package var description: String { text }

  package static func < (one: Self, other: Self) -> Bool { one.text < other.text }

  private static func isName(_ text: String) -> Bool { isWellFormed(text) && reservedEnd(of: text) == nil }

  private static func isWellFormed(_ text: String) -> Bool {
    let bytes = text.utf8
    guard let first = bytes.first, bytes.count <= longest, isLetterOrDigit(first) else { return false }
    return bytes.allSatisfy { isLetterOrDigit($0) || "-_.".utf8.contains($0) }
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func reservedEnd(of text: String) -> String? {
    reserved.first { text.hasSuffix($0) } ?? (PartialFile.isName(text) ? ".partial-…" : nil)
  }

  private static func fault(of text: String) -> String {
    let rule = "write 1 to \(longest) of a-z, 0-9, \"-\", \"_\" and \".\", a letter or a digit first"
    if text.isEmpty { return "is empty: \(rule)" }
    guard text.utf8.count <= longest else { return "has \(text.utf8.count) characters: \(rule)" }
    let lower = text.lowercased()
    if lower != text, isName(lower) { return "\"\(text)\" is not all lower case: write \(lower)" }
    guard isWellFormed(text), let end = reservedEnd(of: text) else { return "\"\(text)\" is no name: \(rule)" }
    let stem = String(text.dropLast(end.count))
    return "\"\(text)\" ends in \(end), as files of the program do: write "
      + (end == fileSuffix && isName(stem) ? stem : "another name")
  }
}
