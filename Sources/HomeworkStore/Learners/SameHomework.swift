import HomeworkModel

/// Homework of a learner's document that this library has too, under other ids.
extension WriteTransaction {
  /// Returns this library's ids of a document's homework that has the same title and the same quizzes here, and of
  /// those quizzes and their questions, by their ids in the document. So a learner who changes to another class meets
  /// its quiz there, and brings no twin of it.
  func idsHere(of rows: [SyncChange]) throws(StoreError) -> [String: String] {
    var (ids, met) = ([String: String](), Set<Homework.ID>())
    // Homework that is here by its own id stands for nothing else in the document.
    for id in rows.filter({ $0.kind == .homework }).compactMap(\.entity).compactMap(Homework.ID.init)
    where try self.rows.isShown(id) { met.insert(id) }
    for homework in rows where homework.kind == .homework {
      guard let title = homework.value?["title"]?.string, let id = homework.entity.flatMap(Homework.ID.init),
        !met.contains(id)
      else { continue }
      let quizzes = rows.filter { $0.kind == .quiz && $0.value?["homework"]?.string == id.text }.map {
        SameQuiz($0.value)
      }
      let filter = HomeworkFilter(search: title)
      guard filter.faults.isEmpty else { continue }
      for own in try homeworkList(filter, limit: 500).items where own.title == title && !met.contains(own.id) {
        guard let found = try idsHere(of: quizzes, in: own.id) else { continue }
        ids.merge(found) { first, _ in first }
        ids[id.text] = own.id.text
        met.insert(own.id)
        break
      }
    }
    return ids
  }

  /// Returns the ids here of quizzes and their questions, by their other ids; `nil` unless all of them are here.
  private func idsHere(of quizzes: [SameQuiz], in homework: Homework.ID) throws(StoreError) -> [String: String]? {
    guard !quizzes.isEmpty else { return nil }
    var own: [SameQuiz] = []
    for revision in try rows.revisions(homework: homework) {
      own.append(SameQuiz(try rows.quizValue(revision.id.text)))
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

    init(_ quiz: JSONValue?) {
      let inOrder = (quiz?["questions"]?.array ?? []).sorted { $0["position"]?.int ?? 0 < $1["position"]?.int ?? 0 }
      ids = ([quiz ?? .null] + inOrder).map { $0["id"]?.string ?? "" }
      self.questions = inOrder.map { question in
        guard case .object(let members) = question else { return [:] }
        return members.filter { !Self.own.contains($0.key) && $0.value != .null }
      }
    }

    private static let own: Set = ["id", "card"]
  }
}
