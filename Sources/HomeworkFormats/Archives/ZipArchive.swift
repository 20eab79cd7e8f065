import HomeworkModel
import HomeworkSystem

/// A zip file in memory. Its files are unpacked to memory too, so no name in it can choose where something is written.
package struct ZipArchive {
  /// The maximum size of an Anki collection in bytes, and of names in an archive, which include pictures and sounds.
  package static let largest = 256 << 20
  package static let mostNames = 100_000

  private let data: [UInt8]
  let names: [String]

  package init(_ data: [UInt8]) throws(QuizFormatError) {
    self.data = data
    var names: [String] = []
    func check(_ archive: OpenArchive) throws(QuizFormatError) -> Bool {
      guard let raw = library.pathname(archive.entry) else {
        throw QuizFormatError("a name in the archive is not text")
      }
      let name = String(cString: raw)
      let parts = name.split { $0 == "/" || $0 == "\\" }
      guard !name.hasPrefix("/"), !name.hasPrefix("\\"), !parts.contains(".."), !(parts.first?.hasSuffix(":") ?? false)
      else { throw QuizFormatError("a name in the archive leaves its folder: \(name.prefix(80))") }
      guard library.isEncrypted(archive.entry) == 0 else {
        throw QuizFormatError("the archive is encrypted: unpack it with its password first")
      }
      guard names.count < Self.mostNames else {
        throw QuizFormatError("the archive has more than \(Self.mostNames) files: unpack it first")
      }
      if archive.isFile { names.append(name) }
      return true
    }
    try Self.walk(data, .zip, check)
    self.names = names
  }

  /// Returns the names of its files that are none of the parts in a list of words.
  func unread(but list: String) -> [String] {
    let known = WordLists.words(list)
    return names.filter { name in !name.contains("_rels/") && !known.contains(where: name.hasPrefix) }
  }

  static func isPicture(_ name: String) -> Bool {
    [".jpg", ".jpeg", ".png", ".gif", ".webp", ".heic", ".svg"].contains(where: name.lowercased().hasSuffix)
  }

  func file(_ name: String) throws(QuizFormatError) -> [UInt8]? { try files { $0 == name }.first?.data }

  /// Returns the root of one of its files, which is XML.
  func document(_ name: String) throws(QuizFormatError) -> XMLElement? {
    guard let data = try file(name) else { return nil }
    return try XMLDocument.root(of: data)
  }

  /// Returns the files for which `isWanted` holds, in the order of the archive.
  package func files(
    atMost limit: Int = 64 << 20, where isWanted: (String) -> Bool
  ) throws(QuizFormatError) -> [(name: String, data: [UInt8])] {
    var files: [(name: String, data: [UInt8])] = []
    var left = limit
    func unpack(_ archive: OpenArchive) throws(QuizFormatError) -> Bool {
      guard archive.isFile, let raw = library.pathname(archive.entry) else { return true }
      let name = String(cString: raw)
      guard isWanted(name) else { return true }
      let bytes = try Self.unpacked(archive, atMost: left, of: limit)
      left -= bytes.count
      files.append((name, bytes))
      return true
    }
    try Self.walk(data, .zip, unpack)
    return files
  }

  /// Returns the files that are pictures by the ending of their names. Of a file that is too large for a picture, it
  /// returns a part that is too large, too; of all together, at most as much as an Anki collection may have.
  func pictures(
    named trueName: (String) -> String = { $0 }, areCompressed: Bool = false
  ) throws(QuizFormatError) -> [(name: String, bytes: [UInt8])] {
    var (files, left): ([(name: String, bytes: [UInt8])], Int) = ([], Self.largest)
    func unpack(_ archive: OpenArchive) throws(QuizFormatError) -> Bool {
      guard archive.isFile, let raw = library.pathname(archive.entry) else { return true }
      let name = trueName(String(cString: raw))
      guard Self.isPicture(name) else { return true }
      let limit = Picture.largestByteCount + 1
      var bytes = try Self.unpacked(archive, atMost: limit, of: limit, cutsOff: true)
      if areCompressed {
        // A damaged file loses its picture, and no more.
        guard let unpacked = try? Self.unpackedZstd(bytes, atMost: limit, cutsOff: true) else { return true }
        bytes = unpacked
      }
      left -= bytes.count
      guard left >= 0 else { return false }
      files.append((name, bytes))
      return true
    }
    try Self.walk(data, .zip, unpack)
    return files
  }

  static func unpackedZstd(
    _ data: [UInt8], atMost limit: Int = largest, cutsOff: Bool = false
  ) throws(QuizFormatError) -> [UInt8] {
    var result: [UInt8] = []
    func unpack(_ archive: OpenArchive) throws(QuizFormatError) -> Bool {
      result = try unpacked(archive, atMost: limit, of: limit, cutsOff: cutsOff)
      return false
    }
    try walk(data, .zstd, unpack)
    return result
  }

  private static func unpacked(
    _ archive: OpenArchive, atMost left: Int, of limit: Int, cutsOff: Bool = false
  ) throws(QuizFormatError) -> [UInt8] {
    var result: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = buffer.withUnsafeMutableBytes { library.readData(archive.reader, $0.baseAddress, $0.count) }
      guard count >= 0 else { throw QuizFormatError("the archive is damaged or incomplete: download it again") }
      guard count > 0 else { return result }
      guard result.count + count <= left else {
        if cutsOff { return result + buffer[..<(left - result.count)] }
        throw QuizFormatError("the archive's content is too large: more than \(limit >> 20) MiB")
      }
      result += buffer[..<count]
    }
  }

  private enum Kind { case zip, zstd }

  /// - Parameter body: called for each entry; returning false ends the walk.
  private static func walk(
    _ data: [UInt8], _ kind: Kind, _ body: (OpenArchive) throws(QuizFormatError) -> Bool
  ) throws(QuizFormatError) {
    guard library.failure == nil, let reader = library.readNew() else {
      throw QuizFormatError("reading archives needs libarchive: run sudo apt-get install libarchive13")
    }
    defer { _ = library.readFree(reader) }
    switch kind {
    // libarchive reads a zip file by the directory at its end, so a truncated file is rejected, not read in part.
    case .zip: _ = library.supportZip(reader)
    case .zstd: _ = (library.supportZstd(reader), library.supportRaw(reader))
    }
    let outcome = data.withUnsafeBytes { bytes -> Result<Void, QuizFormatError> in
      do throws(QuizFormatError) {
        let isOpen = library.openMemory(reader, bytes.baseAddress, bytes.count) == ArchiveLibrary.ok
        var entry: OpaquePointer?
        while true {
          let code = isOpen ? library.nextHeader(reader, &entry) : ArchiveLibrary.fatal
          if code == ArchiveLibrary.end { return .success(()) }
          guard code == ArchiveLibrary.ok || code == ArchiveLibrary.warning, let entry else {
            throw QuizFormatError("the archive is damaged or incomplete: download it again")
          }
          if try !body(OpenArchive(reader: reader, entry: entry)) { return .success(()) }
        }
      } catch {
        return .failure(error)
      }
    }
    try outcome.get()
  }
}

private let loaded = LoadedLibrary("libarchive.so.13")
private let library = ArchiveLibrary()

private struct OpenArchive {
  let reader: OpaquePointer, entry: OpaquePointer

  var isFile: Bool { library.fileType(entry) == ArchiveLibrary.regularFile }
}

/// The functions of libarchive, which is loaded with the first archive. None may be called if there is a `failure`.
private struct ArchiveLibrary: @unchecked Sendable {  // functions of C, which never change
  // The values are from archive.h and archive_entry.h.
  static let ok: CInt = 0, end: CInt = 1, warning: CInt = -20, fatal: CInt = -30, regularFile: UInt32 = 0o100000

  var failure: String? { loaded.failure }

  let readNew: @convention(c) () -> OpaquePointer? = loaded.function("archive_read_new")
  let readFree: @convention(c) (OpaquePointer) -> CInt = loaded.function("archive_read_free")
  let supportZip: @convention(c) (OpaquePointer) -> CInt = loaded.function("archive_read_support_format_zip_seekable")
  let supportRaw: @convention(c) (OpaquePointer) -> CInt = loaded.function("archive_read_support_format_raw")
  let supportZstd: @convention(c) (OpaquePointer) -> CInt = loaded.function("archive_read_support_filter_zstd")
  let openMemory: @convention(c) (OpaquePointer, UnsafeRawPointer?, Int) -> CInt = loaded.function(
    "archive_read_open_memory")
  let nextHeader: @convention(c) (OpaquePointer, UnsafeMutablePointer<OpaquePointer?>) -> CInt = loaded.function(
    "archive_read_next_header")
  let readData: @convention(c) (OpaquePointer, UnsafeMutableRawPointer?, Int) -> Int = loaded.function(
    "archive_read_data")
  let pathname: @convention(c) (OpaquePointer) -> UnsafePointer<CChar>? = loaded.function("archive_entry_pathname_utf8")
  let fileType: @convention(c) (OpaquePointer) -> UInt32 = loaded.function("archive_entry_filetype")
  let isEncrypted: @convention(c) (OpaquePointer) -> CInt = loaded.function("archive_entry_is_encrypted")
}
