import HomeworkModel
import HomeworkPostgres
import HomeworkStore
import HomeworkTestKit
import Testing

@Suite(.onPostgres) struct `A search on PostgreSQL` {
  /// The texts to search, and the source of search words.
  private static let texts = [
    "La Côte d'Azur", "cote", "COTE", "Cote\u{301}", "Crème brûlée", "creme brulee", "Straße", "STRASSE", "strasse",
    "Ångström", "A\u{30A}ngstro\u{308}m", "naïve", "nai\u{308}ve", "Ærø", "œuvre", "İstanbul", "ISTANBUL", "ıstanbul",
    "well-known fact", "well known fact", "wellknown", "e-mail", "email", "re-read the co-op's e-mail",
    "https://example.org/a/b?c=d&e=f#g", "http://www.example.org:8080/path/to_file.html", "ada@school.example.org",
    "ada.lovelace+maths@school.example", "www.example.org", "3.14159", "3,14", "1/2 + 1/4 = 3/4", "50 %", "100%",
    "2026-11-22",
    "room_12b", "room 12", "x^2 + y^2 = z^2", "C++ and C#", "O'Neill's ‘quoted’ “words”", "back\\slash and /slash/",
    "line one\nline two\r\nline three", "tab\tand\u{A0}space", "Ελληνικά γράμματα", "ΕΛΛΗΝΙΚΑ ΓΡΑΜΜΑΤΑ",
    "ὀδυσσεύς ΟΔΥΣΣΕΥΣ",
    "Война и мир", "ВОЙНА И МИР", "Ёлка елка", "数学の宿題", "数学 宿題", "한국어 숙제", "한국어", "שלום עולם", "مرحبا بالعالم",
    "नमस्ते दुनिया", "emoji 🙂 and 👩‍👩‍👧 family", "a🙂b", "ﬁne ligature", "fine", "①② ½ ²", "Ⅳ iv", "\u{FF21}\u{FF22}C ABC",
    "SELECT * FROM homework; --", "NULL", "AND OR NOT NEAR", "title:half", "a", "aa", "aaa", "aaab", "b a", "a b a b c",
    "zero\u{200B}width soft\u{AD}hyphen", "private \u{E000} use", "per\u{301}iode", "%", "_", "the the the",
    "to be or not to be",
    "not to be", "be not to", String(repeating: "long", count: 60), String(repeating: "long", count: 60) + "er",
    String(repeating: "字", count: 120),
  ]

  /// Besides every word of the texts, its prefixes, and its other cases.
  private static let phrases = [
    "cote azur", "azur cote", "CÔTE D'AZ", "co azur", "azur co", "d'az", "d azur", "l", "la", "brul creme", "stras",
    "straß",
    "well-known", "well-k", "known-well", "well-known fact", "fact well-known", "e-m", "e mail", "co-op's",
    "re-read e-mail",
    "example.org", "example.org/a", "org/a/b", "example", "www.exam", "a/b?c=d", "school.example", "ada@school", "ada@",
    "@school",
    "3.14", "3.1", "14159", "3,1", "1/2", "1/2 3/4", "2/1", "1/", "50%", "50 %", "% 50", "100", "2026-11", "2026-11-22",
    "11-22",
    "22-11", "room_12", "room_1", "room_", "roo%", "r_om", "%oom", "room%12", "x^2", "^2", "c++", "c#", "o'neill",
    "o'neill's",
    "‘quoted’", "\"words\"", "\"half", "back\\slash", "back\\", "\\slash", "/slash/", "one\nline", "one\\nline",
    "line two three",
    "line\r\nthree", "two line", "tab\tand", "and\u{A0}space", "ελληνικα", "γραμ", "οδυσσευς", "οδυσσευσ", "ὀδυσσεύς",
    "война мир",
    "ВОЙ", "мир война", "елка", "ёлка", "数学", "宿題", "数学の", "学の", "宿題 数", "한국", "국어", "שלום", "שלו", "مرحبا", "नमस्ते",
    "नमस", "दुनि", "🙂", "a🙂", "🙂b", "a🙂b", "👩‍👩‍👧 family", "ﬁne", "fin", "①", "½", "²", "iv", "ⅳ", "ＡＢc", "abc",
    "SELECT *", "from;", "--", "null", "near", "AND", "OR NOT", "NEAR(a", "title:ha", "title:", "half*", "{title}:half",
    "a a",
    "a a a", "aa a", "b-a", "a-b-a", "a-b-c", "b-a-b", "b-c", "c-b", "zerow", "zero\u{200B}w", "width", "soft\u{AD}hy",
    "softhy", "hyphen",
    "\u{E000}", "peri", "periode", "pe\u{301}r", "the-the", "the-the-the", "the-the-the-the", "to-be", "be-or-not",
    "not-to-b", "to-not",
    "long", String(repeating: "long", count: 25), String(repeating: "long", count: 26),
    String(repeating: "long", count: 60),
    String(repeating: "long", count: 61), String(repeating: "字", count: 99), String(repeating: "字", count: 121),
    "fact \u{301}",
    "fact ?!", "?! fact", "fac 🙂", "cote\0azur", "e\u{301}", "\u{301}", "", " ", "?!", "'", "''", "\\", "%%", "__",
    "\u{0}",
    "mathematics frac", "questi", "subject-only", "of its own", "QUESTIO own", "1", "2", "12", "12b",
  ]

  @Test func `finds the same as in a file, in the same order`() throws {
    let sides = try Sides()
    try sides.write { tx in
      for (number, text) in Self.texts.enumerated() { _ = try tx.addHomework(Self.draft(text, number)) }
    }
    var searches = Self.phrases
    for word in Set(Self.texts.flatMap { $0.split(whereSeparator: \.isWhitespace) }).sorted() {
      searches += [String(word), "\(word.prefix(2))", "the \(word.uppercased())"]
    }
    #expect(searches.count > 200)
    var found = 0
    for search in searches {
      let (one, other) = (Self.outcome(sides.file, search), Self.outcome(sides.served, search))
      // Some searches contain no word: both engines report that.
      found += (try? one.get().isEmpty) == false ? 1 : 0
      #expect(one == other, "“\(search)”")
    }
    #expect(found > searches.count / 2)
    #expect(try sides.both { try $0.checkAndWait() } == [])
  }

  private static func outcome(_ store: Store, _ search: String) -> Result<[Homework.ID], StoreError> {
    Sides.outcome {
      try store.readAndWait { try $0.homeworkList(HomeworkFilter(search: search), limit: 500).items.map(\.id) }
    }
  }

  /// Returns a draft with the text in one of the four places; the others have words of their own.
  private static func draft(_ text: String, _ number: Int) -> HomeworkDraft {
    let question = QuestionDraft(
      prompt: number % 4 == 3 ? text : "A question of its own", body: mcq.body)
    return HomeworkDraft(
      title: number % 4 == 0 ? text : "title", subject: number % 4 == 1 ? text : nil,
      text: number % 4 == 2 ? text : nil,
      quiz: number % 4 == 3 || number % 5 == 0 ? QuizDraft(questions: [question, mcq]) : nil)
  }

  @Test func `follows changes, deletions and undos as in a file`() throws {
    let sides = try Sides()
    func compare() throws {
      for word in ["apple", "plum", "cherry", "pear", "grape", "lost", "melon", "app"] {
        try sides.read { try $0.homeworkList(HomeworkFilter(search: word)).items.map(\.id) }
      }
      #expect(try sides.both { try $0.checkAndWait() } == [])
    }
    func quiz(_ prompt: String) -> QuizDraft { QuizDraft(questions: [QuestionDraft(prompt: prompt, body: mcq.body)]) }
    let id = try sides.write { try $0.addHomework(HomeworkDraft(title: "apple", quiz: quiz("pear"))).id }
    try compare()
    try sides.write { try $0.updateHomework(id, HomeworkChange(title: "plum", text: .set("cherry"))) }
    try compare()
    try sides.write { try $0.setQuiz(quiz("grape"), for: id) }
    try sides.write { tx in try tx.abandonAttempt(tx.startAttempt(id).id) }
    try sides.write { try $0.setQuiz(quiz("melon"), for: id) }
    try compare()
    try sides.write { try $0.editQuiz(id, [.add(QuestionDraft(prompt: "pear", body: mcq.body), at: 0)]) }
    _ = try? sides.write { tx in
      _ = try tx.updateHomework(id, HomeworkChange(title: "lost"))
      throw StoreError.busy
    }
    try compare()
    try sides.write { try $0.deleteHomework([id]) }
    try compare()
    try sides.write { try $0.undoDeletion() }
    try compare()
  }
}
