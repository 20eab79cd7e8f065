import HomeworkModel

/// Homework of a learner's document that this library has too, under other ids.
extension WriteTransaction {
  /// Returns a learner's document with this library's ids of homework that has the same title and the same quizzes
  /// here, so that a learner who changes to another class meets its quiz there, and brings no twin of it.
  func meetingOwnHomework(_ document: String) throws(StoreError) -> String {
    guard let tables = (try? JSONValue(parsing: document.utf8))?["tables"] else { return document }
    var (document, met) = (document, Set<Homework.ID>())
    for homework in tables["homework"]?.array ?? [] {
      guard let title = homework["title"]?.string, let id = homework["publicId"]?.string.flatMap(Homework.ID.init),
        try rows.homework(id, of: nil) == nil
      else { continue }
      let quizzes = Self.list(tables["quiz"], of: homework["id"], "homework").map { quiz in
        SameQuiz(quiz, Self.list(tables["question"], of: quiz["id"], "quiz"))
      }
      let filter = HomeworkFilter(search: title)
      guard filter.faults.isEmpty else { continue }
      for own in try homeworkList(filter, limit: 500).items
      where own.title == title && !met.contains(own.id) {
        guard let ids = try ids(of: quizzes, in: own.id) else { continue }
        document = document.replacing(id.text, with: own.id.text)
        for (other, here) in ids { document = document.replacing(other, with: here) }
        met.insert(own.id)
        break
      }
    }
    return document
  }

  private static func list(_ table: JSONValue?, of owner: JSONValue?, _ reference: String) -> [JSONValue] {
    (table?.array ?? []).filter { $0[reference] == owner }
  }

  /// Returns the ids here of quizzes and their questions, by their other ids; `nil` unless all of them are here.
  private func ids(of quizzes: [SameQuiz], in homework: Homework.ID) throws(StoreError) -> [String: String]? {
    let copies = try copies()
    guard !quizzes.isEmpty, let row = try copies.row(of: homework.text, in: "homework") else { return nil }
    let own = try rows.revisions(homework: row).map { (revision) throws(StoreError) in
      let value = try copies.value(
        of: SyncChange(time: 0, copyId: copies.ownCopy(), kind: .quiz, entity: revision.id.text, part: nil))
      return SameQuiz(value ?? .null, value?["questions"]?.array ?? [])
    }
    var ids: [String: String] = [:]
    for quiz in quizzes {
      guard let same = own.first(where: { $0.questions == quiz.questions }) else { return nil }
      for (other, here) in zip(quiz.ids, same.ids) { ids[other] = here }
    }
    return ids
  }

  /// A quiz by its content.
  private struct SameQuiz {
    /// The ids of the quiz and of its questions, in their order.
    let ids: [String]
    /// The questions, without what differs between libraries.
    let questions: [[String: JSONValue]]

    init(_ quiz: JSONValue, _ questions: [JSONValue]) {
      let inOrder = questions.sorted { $0["position"]?.int ?? 0 < $1["position"]?.int ?? 0 }
      ids = ([quiz] + inOrder).map { $0["publicId"]?.string ?? "" }
      self.questions = inOrder.map { question in
        guard case .object(let members) = question else { return [:] }
        return members.filter { !Self.own.contains($0.key) && $0.value != .null }
      }
    }

    private static let own: Set = ["id", "publicId", "quiz", "card", "checksum"]
  }
}
