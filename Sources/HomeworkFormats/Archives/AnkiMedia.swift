import HomeworkModel

/// The pictures in an Anki package, whose files have numbers as names. Versions before 2.1.50 list the true names as
/// JSON; later ones as Protocol Buffers, and compress each file.
package struct AnkiMedia {
  private(set) var pictures = PictureFiles()
  /// The number of other files, such as sounds. Those that begin with `_` belong to templates.
  private(set) var others = 0

  package init() {}

  init(_ archive: ZipArchive) throws(QuizFormatError) {
    guard let list = try archive.file("media") else { return }
    let isCompressed = list.starts(with: [0x28, 0xB5, 0x2F, 0xFD])
    // Of an empty list, nothing can be unpacked. With a damaged one, each picture is lost, which is said.
    let names = isCompressed ? (try? ZipArchive.unpackedZstd(list)).map(Self.messages) ?? [:] : Self.members(of: list)
    pictures = PictureFiles(try archive.pictures(named: { names[$0] ?? "" }, areCompressed: isCompressed))
    others = names.values.count { !ZipArchive.isPicture($0) && !$0.hasPrefix("_") }
  }

  private static func members(of list: [UInt8]) -> [String: String] {
    guard case .object(let names)? = try? JSONValue(parsing: list) else { return [:] }
    return names.compactMapValues(\.asText)
  }

  /// Reads `MediaEntries`, whose field 1 is a list of entries, in the order of their numbers; of those, 1 is the name.
  private static func messages(in list: [UInt8]) -> [String: String] {
    let entries = ProtocolBuffer(list).all(1)
    return Dictionary(
      uniqueKeysWithValues: entries.enumerated().map { (String($0.offset), ProtocolBuffer($0.element).text(1)) })
  }
}
