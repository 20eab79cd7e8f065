import HomeworkModel

/// A zip file that contains quizzes: an Anki package, a QTI package, a workbook or a Word document.
struct QuizPackage {
  let archive: ZipArchive

  /// The format, detected from the file names in the archive. An error names the type of another program's document.
  var format: QuizFormat {
    get throws(QuizFormatError) {
      let names = Set(archive.names)
      if names.contains(where: { $0.hasPrefix("collection.anki") }) { return .anki }
      if names.contains("xl/workbook.xml") { return .xlsx }
      if names.contains("word/document.xml") { return .docx }
      for (name, words) in [
        ("ppt/presentation.xml", "a PowerPoint presentation: copy its text into a file"),
        ("META-INF/container.xml", "an e-book: copy its text into a file"),
        ("content.xml", "an OpenDocument file: save it as plain text (.txt), CSV or .xlsx"),
      ] where names.contains(name) {
        throw QuizFormatError(words)
      }
      if names.contains(where: { $0.lowercased().hasSuffix(".xml") }) { return .qti }
      let inner = names.filter { name in Self.archives.contains { name.lowercased().hasSuffix($0) } }.min()
      if let inner {
        throw QuizFormatError("an archive within an archive: unpack it, and import \(inner.prefix(80))")
      }
      throw QuizFormatError(
        names.isEmpty ? "an empty archive" : "not a package of quizzes: unpack it, and import its files")
    }
  }

  private static let archives = [
    ".zip", ".apkg", ".colpkg", ".7z", ".rar", ".gz", ".tar", ".xz", ".bz2", ".zst", ".imscc",
  ]

  func read(as format: QuizFormat, _ columns: ColumnMapping, explains: Bool) throws(QuizFormatError) -> QuizImport {
    switch format {
    case .anki:
      return try AnkiReader.read(collection: try collection(), media: try AnkiMedia(archive), explains: explains)
    case .xlsx:
      let (rows, beyond) = try Workbook.rows(of: archive)
      var found = try TableReader.read(rows, .xlsx, columns, explains: explains)
      let sheets = archive.names.count { $0.hasPrefix("xl/worksheets/") && $0.hasSuffix(".xml") }
      var others = archive.unread(but: "workbook parts")
      if beyond > 0 { others.append("\(beyond.counted("cell")) right of column \(Workbook.mostColumns)") }
      if sheets > 1 { others.append("all but the first of \(sheets) sheets") }
      if !others.isEmpty {
        found.notes.insert(ImportNote(0, .file, "workbook", "not read: \(others.joined(separator: ", "))"), at: 0)
      }
      return found
    default:
      func isXML(_ name: String) -> Bool { name.lowercased().hasSuffix(".xml") }
      let isLook = { (name: String) in [".css", ".xsd", ".dtd"].contains(where: name.lowercased().hasSuffix) }
      return try QTIReader.read(
        try archive.files(where: isXML), pictures: PictureFiles(try archive.pictures()),
        others: archive.names.filter { !isXML($0) && !isLook($0) && !ZipArchive.isPicture($0) }, explains: explains)
    }
  }

  /// Returns the newest collection in the package: an older one beside it only says that a newer Anki is needed.
  private func collection() throws(QuizFormatError) -> [UInt8] {
    for name in ["collection.anki21b", "collection.anki21", "collection.anki2"] where archive.names.contains(name) {
      guard let file = try archive.files(atMost: ZipArchive.largest, where: { $0 == name }).first else { continue }
      return name.hasSuffix("b") ? try ZipArchive.unpackedZstd(file.data) : file.data
    }
    throw QuizFormatError("an Anki package without a readable collection")
  }
}
