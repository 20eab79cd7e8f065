package import HomeworkEngine
package import HomeworkJSON
package import HomeworkModel

/// Writes homework in the form of the protocol, from the columns to the bytes of a reply, without making values that
/// are only passed on. Its shape defines the form, and tests compare this with it.
extension RowTransaction {
  package func write(
    homework id: Homework.ID, of learner: Int64?, to writer: inout JSONWriter
  ) throws(StoreError) -> Bool {
    try first(Self.homeworkById, learner, id.key) { (row) throws(RowError) in
      try Self.write(row, to: &writer)
      return true
    } ?? false
  }

  package func write(
    _ filter: HomeworkFilter, of learner: Int64?, after place: ListPlace?, limit: Int, to writer: inout JSONWriter
  ) throws(StoreError) -> ListPlace? {
    var (count, last) = (0, ListPlace?.none)
    writer.beginArray()
    _ = try rows(filter, of: learner, after: place, limit: limit + 1) { (row) throws(RowError) in
      count += 1
      guard count <= limit else { return }
      if count == limit { last = (row.int64(4), row.text(0)) }
      writer.nextItem()
      try Self.write(row, to: &writer)
    }
    writer.endArray()
    return count > limit ? last : nil
  }

  /// Writes the members in order of their names.
  private static func write(_ row: Row, to writer: inout JSONWriter) throws(RowError) {
    writer.write(json: "{\"collections\":")
    writer.beginArray()
    for name in try JSONColumn.strings(row, 18) {
      writer.nextItem()
      writer.write(name)
    }
    writer.endArray()
    if let time = try row.optionalTimestamp(6) { writer.member(",\"completedAt\":", time) }
    writer.member(",\"createdAt\":", try row.timestamp(4))
    writer.member(",\"dueOn\":", row.utf8(5))
    write(try generation(row), to: &writer)
    writer.member(",\"id\":", try row.id(0) as Homework.ID)
    if let picture = try picture(row) {
      writer.write(json: ",\"image\":{\"byteCount\":")
      writer.write(picture.byteCount)
      writer.write(json: ",\"digest\":")
      writer.write(picture.digest)
      writer.write(json: ",\"mediaType\":")
      writer.write(picture.type.rawValue)
      writer.write(json: "}")
    }
    if let id: Attempt.ID = try row.optionalId(17) { writer.member(",\"openAttemptId\":", id) }
    write(try progress(row, 12), to: &writer)
    writer.write(json: ",\"questionCount\":")
    writer.write(try row.int(11, in: Stored.counts, "number of questions"))
    if let id: Quiz.ID = try row.optionalId(10) { writer.member(",\"quizId\":", id) }
    writer.member(",\"subject\":", row.utf8(2))
    writer.member(",\"text\":", row.utf8(3))
    writer.write(json: ",\"title\":")
    writer.write(utf8: row.utf8(1) ?? UnsafeBufferPointer(start: nil, count: 0))
    writer.write(json: "}")
  }

  private static func write(_ generation: Generation, to writer: inout JSONWriter) {
    switch generation {
    case .none: writer.write(json: ",\"generation\":{\"state\":\"none\"}")
    case .pending: writer.write(json: ",\"generation\":{\"state\":\"pending\"}")
    case .ready: writer.write(json: ",\"generation\":{\"state\":\"ready\"}")
    case .failed(let reason, let retryAt):
      writer.write(json: ",\"generation\":{\"reason\":")
      writer.write(reason.rawValue)
      if let retryAt { writer.member(",\"retryAt\":", retryAt) }
      writer.write(json: ",\"state\":\"failed\"}")
    }
  }

  private static func write(_ progress: HomeworkProgress, to writer: inout JSONWriter) {
    writer.write(json: ",\"progress\":{")
    if let score = progress.bestScore, let total = progress.bestTotal {
      writer.write(json: "\"bestScore\":")
      writer.write(score)
      writer.write(json: ",\"bestTotal\":")
      writer.write(total)
      writer.write(json: ",")
    }
    writer.write(json: "\"completionPercentage\":")
    writer.write(progress.completionPercentage)
    if let time = progress.lastPlayedAt { writer.member(",\"lastPlayedAt\":", time) }
    writer.write(json: ",\"totalAttempts\":")
    writer.write(progress.totalAttempts)
    writer.write(json: "}")
  }
}

extension JSONWriter {
  fileprivate mutating func member(_ key: StaticString, _ time: Timestamp) {
    write(json: key)
    write(time.description)
  }

  fileprivate mutating func member<Entity>(_ key: StaticString, _ id: Identifier<Entity>) {
    write(json: key)
    id.withUTF8 { write(plain: $0) }
  }

  /// Writes a member, unless it is `nil`.
  fileprivate mutating func member(_ key: StaticString, _ text: UnsafeBufferPointer<UInt8>?) {
    guard let text else { return }
    write(json: key)
    write(utf8: text)
  }
}
