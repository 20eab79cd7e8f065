internal import CHomeworkArchive
import HomeworkModel

/// A zip file in memory. What is taken out of it stays in memory too, so that no name in it says where anything is
/// written.
package struct ZipArchive {
  /// A collection of Anki at most, in bytes, and how many names may be in an archive: pictures and sounds lie there
  /// too.
  package static let largest = 256 << 20
  package static let mostNames = 100_000

  private let data: [UInt8]
  /// Of its files, in order.
  let names: [String]

  package init(_ data: [UInt8]) throws(QuizFormatError) {
    self.data = data
    var names: [String] = []
    try Self.walk(data, HWDB_ARCHIVE_ZIP) { (archive) throws(QuizFormatError) in
      guard let raw = hwdb_archive_name(archive) else { throw Self.fault("a name in the archive is not text") }
      let name = String(cString: raw)
      let parts = name.split { $0 == "/" || $0 == "\\" }
      guard !name.hasPrefix("/"), !name.hasPrefix("\\"), !parts.contains(".."), !(parts.first?.hasSuffix(":") ?? false)
      else { throw Self.fault("a name in the archive leaves its folder: \(name.prefix(80))") }
      guard hwdb_archive_is_encrypted(archive) == 0 else {
        throw Self.fault("the archive is encrypted: unpack it with its password first")
      }
      guard names.count < Self.mostNames else {
        throw Self.fault("the archive has more than \(Self.mostNames) files: unpack it first")
      }
      if hwdb_archive_is_file(archive) != 0 { names.append(name) }
      return true
    }
    self.names = names
  }

  /// The files for which `isWanted` holds, in the order of the archive.
  ///
  /// - Parameter limit: bytes that they have together at most.
  package func files(
    atMost limit: Int = 64 << 20, where isWanted: (String) -> Bool
  ) throws(QuizFormatError) -> [(name: String, data: [UInt8])] {
    var files: [(name: String, data: [UInt8])] = []
    var left = limit
    try Self.walk(data, HWDB_ARCHIVE_ZIP) { (archive) throws(QuizFormatError) in
      guard hwdb_archive_is_file(archive) != 0, let raw = hwdb_archive_name(archive) else { return true }
      let name = String(cString: raw)
      guard isWanted(name) else { return true }
      let bytes = try Self.unpacked(archive, atMost: left, of: limit)
      left -= bytes.count
      files.append((name, bytes))
      return true
    }
    return files
  }

  /// What zstd has packed by itself.
  static func unpackedZstd(_ data: [UInt8]) throws(QuizFormatError) -> [UInt8] {
    var result: [UInt8] = []
    try walk(data, HWDB_ARCHIVE_ZSTD) { (archive) throws(QuizFormatError) in
      result = try unpacked(archive, atMost: largest, of: largest)
      return false
    }
    return result
  }

  private static func unpacked(
    _ archive: OpaquePointer, atMost left: Int, of limit: Int
  ) throws(QuizFormatError) -> [UInt8] {
    var result: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = buffer.withUnsafeMutableBytes { hwdb_archive_read(archive, $0.baseAddress, $0.count) }
      guard count >= 0 else { throw fault("the archive is damaged or incomplete: download it again") }
      guard count > 0 else { return result }
      guard result.count + count <= left else {
        throw fault("the archive's content is too large: more than \(limit >> 20) MiB")
      }
      result += buffer[..<count]
    }
  }

  /// - Parameter body: called at each entry; false ends the walk.
  private static func walk(
    _ data: [UInt8], _ kind: Int, _ body: (OpaquePointer) throws(QuizFormatError) -> Bool
  ) throws(QuizFormatError) {
    let outcome = data.withUnsafeBytes { bytes -> Result<Void, QuizFormatError> in
      guard let archive = hwdb_archive_open(bytes.baseAddress, bytes.count, Int32(kind)) else {
        return .failure(fault("reading archives needs libarchive: install libarchive13"))
      }
      defer { hwdb_archive_close(archive) }
      do throws(QuizFormatError) {
        while true {
          switch hwdb_archive_next(archive) {
          case 0: return .success(())
          case 1: if try !body(archive) { return .success(()) }
          default: throw fault("the archive is damaged or incomplete: download it again")
          }
        }
      } catch {
        return .failure(error)
      }
    }
    try outcome.get()
  }

  static func fault(_ message: String) -> QuizFormatError {
    QuizFormatError(faults: [Fault(path: "", message: message)])
  }
}
