import HomeworkModel
import HomeworkStore
import Testing

@Suite struct `A search` {
  @Test(arguments: [
    ("cote", ["La Côte d'Azur"]), ("CÔTE azur", ["La Côte d'Azur"]), ("azur co", ["La Côte d'Azur"]),
    // Only the last word may be incomplete.
    ("co azur", []), ("geograph", ["La Côte d'Azur"]), ("half quarter", ["Fractions"]), ("sea fractions", []),
    ("mediterr", ["La Côte d'Azur"]), ("t", ["Fractions", "La Côte d'Azur"]), ("1/2", ["Fractions"]),
    // The index's operators, wildcards and columns have no effect: they count as words, or as nothing.
    ("OR", ["Fractions"]), ("half OR sea", []), ("NOT half", []), ("title:half", []), ("hal*f", []),
    ("(half", ["Fractions"]),
    ("half ^ *", ["Fractions"]), ("\"half\"", ["Fractions"]), ("d'az", ["La Côte d'Azur"]), ("half\0", ["Fractions"]),
  ])
  func `finds homework that contains all of its words`(words: String, titles: [String]) throws {
    let store = try makeStore()
    _ = try store.writeAndWait {
      try $0.addHomework(
        HomeworkDraft(title: "La Côte d'Azur", subject: "Geography", text: "On the Mediterranean Sea. To and fro."))
    }
    _ = try store.writeAndWait {
      try $0.addHomework(
        HomeworkDraft(
          title: "Fractions",
          quiz: QuizDraft(questions: [QuestionDraft(prompt: "Half of a quarter, or 1/2 of the?", body: mcq.body)])))
    }
    #expect(try store.readAndWait { try $0.homeworkList(HomeworkFilter(search: words)) }.items.map(\.title) == titles)
  }

  @Test(arguments: ["", " ", "?!", "\"", "*", "\u{1F642}"])
  func `needs a word`(search: String) throws {
    let store = try makeStore()
    #expect(throws: StoreError.invalid([Fault(path: "search", message: "contains no searchable word")])) {
      try store.readAndWait { try $0.homeworkList(HomeworkFilter(search: search)) }
    }
  }

  @Test(
    arguments: [
      ("ruler", ["Angles"]), ("RULER bring", ["Angles"]), ("rule", ["Angles"]), ("ruler compass", []),
      ("100%", ["Sums"]),
      ("%", ["Sums"]), ("_", []), ("angles", []),
    ])
  func `finds words in notes`(words: String, titles: [String]) throws {
    let store = try makeStore()
    for (title, note) in [("Angles", "Bring a ruler."), ("Sums", "Aim for 100%"), ("Maps", nil)] {
      _ = try store.writeAndWait { try $0.addHomework(HomeworkDraft(title: title, note: note)) }
    }
    #expect(try store.readAndWait { try $0.homeworkList(HomeworkFilter(note: words)) }.items.map(\.title) == titles)
  }

  @Test(arguments: [
    ("", "contains no searchable word"), (" ", "contains no searchable word"),
    (String(repeating: "a", count: 501), "is longer than 500 characters"),
  ])
  func `rejects an invalid note filter`(words: String, message: String) throws {
    let store = try makeStore()
    #expect(throws: StoreError.invalid([Fault(path: "note", message: message)])) {
      try store.readAndWait { try $0.homeworkList(HomeworkFilter(note: words)) }
    }
  }

  /// After each change, exactly the current content is found.
  @Test func `follows every change`() throws {
    let store = try makeStore()
    func found(_ word: String) throws -> Int {
      try store.readAndWait { try $0.homeworkList(HomeworkFilter(search: word)) }.items.count
    }
    func quiz(_ prompt: String) -> QuizDraft { QuizDraft(questions: [QuestionDraft(prompt: prompt, body: mcq.body)]) }
    let id = try store.writeAndWait { try $0.addHomework(HomeworkDraft(title: "apple", quiz: quiz("pear"))) }.id
    #expect(try found("apple") == 1 && found("pear") == 1)
    _ = try store.writeAndWait { try $0.updateHomework(id, HomeworkChange(title: "plum", text: .set("cherry"))) }
    #expect(try found("apple") == 0 && found("plum") == 1 && found("cherry") == 1 && found("pear") == 1)
    _ = try store.writeAndWait { try $0.setQuiz(quiz("grape"), for: id) }
    #expect(try found("pear") == 0 && found("grape") == 1)
    // Nothing in a played and replaced quiz is found, either.
    _ = try store.writeAndWait { tx in try tx.abandonAttempt(tx.startAttempt(id).id) }
    _ = try store.writeAndWait { try $0.setQuiz(quiz("melon"), for: id) }
    #expect(try found("grape") == 0 && found("melon") == 1)
    #expect(throws: StoreError.self) {
      try store.writeAndWait { tx in
        _ = try tx.updateHomework(id, HomeworkChange(title: "lost"))
        throw StoreError.busy
      }
    }
    #expect(try found("lost") == 0 && found("plum") == 1)
    #expect(try store.checkAndWait() == [])
    _ = try store.writeAndWait { try $0.deleteHomework([id]) }
    #expect(try found("plum") == 0 && found("melon") == 0)
    #expect(try store.checkAndWait() == [])
  }

  @Test func `combines with every other filter`() throws {
    let store = try makeStore()
    _ = try store.writeAndWait {
      try $0.addHomework(HomeworkDraft(title: "one half", subject: "Maths", collections: ["A"]))
    }
    _ = try store.writeAndWait { try $0.addHomework(HomeworkDraft(title: "two halves", subject: "Maths")) }
    let filter = HomeworkFilter(subject: "Maths", collection: "A", status: .new, search: "hal")
    #expect(try store.readAndWait { try $0.homeworkList(filter) }.items.map(\.title) == ["one half"])
  }
}

@Suite struct `A due date` {
  /// Every day around today, completed and not.
  @Test func `falls today, within a week, or is overdue`() throws {
    let store = try makeStore()
    let days = ["2026-02-26", "2026-02-27", "2026-02-28", "2026-03-01", "2026-03-05", "2026-03-06"]
    for day in days {
      _ = try store.writeAndWait { try $0.addHomework(HomeworkDraft(title: day, dueOn: day)) }
      _ = try store.writeAndWait { tx in
        try tx.completeHomework(tx.addHomework(HomeworkDraft(title: "\(day) done", dueOn: day)).id)
      }
    }
    _ = try store.writeAndWait { try $0.addHomework(HomeworkDraft(title: "no day")) }
    func titles(_ due: HomeworkFilter.Due) throws -> [String] {
      try store.readAndWait { try $0.homeworkList(HomeworkFilter(due: due)) }.items.map(\.title).sorted()
    }
    #expect(try titles(.today("2026-02-27")) == ["2026-02-27", "2026-02-27 done"])
    #expect(try titles(.overdue(on: "2026-02-28")) == ["2026-02-26", "2026-02-27"])
    // The 27th and the six days after it, across the end of a month.
    #expect(try titles(.week(from: "2026-02-27")) == days[1...4].flatMap { [$0, "\($0) done"] })
  }
}

@Suite struct `A page of a changing list` {
  /// Between pages other clients add and delete homework: the remaining homework is listed once, in order.
  @Test func `neither repeats nor skips remaining homework`() throws {
    for limit in 1...7 {
      let store = try makeStore()
      var kept = try (0..<12).map { number in
        try store.writeAndWait { try $0.addHomework(HomeworkDraft(title: "\(number)")) }
      }.map(
        \.id)
      var listed: [Homework.ID] = []
      var cursor: String?
      repeat {
        let page = try store.readAndWait { try $0.homeworkList(limit: limit, after: cursor) }
        listed += page.items.map(\.id)
        cursor = page.next
        // Delete a listed item and an unlisted one, and add a new one on top.
        if let last = page.items.last?.id, kept.contains(last) {
          _ = try store.writeAndWait { try $0.deleteHomework([last]) }
          kept.removeAll { $0 == last }
          listed.removeAll { $0 == last }
        }
        if let coming = kept.first(where: { !listed.contains($0) }) {
          _ = try store.writeAndWait { try $0.deleteHomework([coming]) }
          kept.removeAll { $0 == coming }
        }
        _ = try store.writeAndWait { try $0.addHomework(HomeworkDraft(title: "new")) }
      } while cursor != nil
      #expect(listed == kept.reversed())
    }
  }
}
