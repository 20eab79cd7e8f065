package import HomeworkModel
import HomeworkStore

/// Pictures stay with the homework and the questions that brought them.
extension MemoryEngine {
  package func setPicture(_ picture: Picture?, homework row: Int64) { tables.homework[row]?.picture = picture }

  package func picture(homework row: Int64) -> (bytes: [UInt8], digest: String)? {
    tables.homework[row]?.picture.map { ($0.bytes, $0.info.digest) }
  }

  package func dropUnusedPictures() {}

  package func picture(digest: String) -> [UInt8]? {
    let shown =
      tables.homework.values.compactMap(\.picture)
      + tables.questions.values.flatMap { $0.stored.question.pictures.all.compactMap(\.file) }
    return shown.first { $0.info.digest == digest }?.bytes
  }
}
