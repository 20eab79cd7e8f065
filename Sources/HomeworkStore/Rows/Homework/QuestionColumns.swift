import HomeworkModel

/// The columns of a question that depend on its type.
extension Question.Body {
  /// - Throws: `corrupt` if the row has no valid question of its type.
  init(_ row: any SQLRow) throws(StoreError) {
    let word = row.text("type")
    guard let kind = QuestionKind(rawValue: word) else { throw .damaged("type of question", word) }
    switch kind {
    case .mcq:
      let options = try JSONColumn.strings(row, "options")
      guard QuizDraft.optionCounts.contains(options.count) else {
        throw .damaged("list of options", row.text("options"))
      }
      let index = row.int("correct_index")
      guard options.indices.contains(index) else { throw .damaged("option", row.text("correct_index")) }
      self = .mcq(options: options, correctIndex: index)
    case .fillBlank:
      self = .fillBlank(
        correctAnswer: row.text("correct_answer"), acceptedAnswers: try JSONColumn.strings(row, "accepted_answers"),
        isExact: row.int("is_exact") == 1)
    case .shortAnswer:
      self = .shortAnswer(
        correctAnswer: row.text("correct_answer"), keyConcepts: try JSONColumn.lists(row, "key_concepts"))
    case .card: self = .card(back: row.text("correct_answer"))
    case .multi, .ordering, .numeric, .gaps:
      let text = row.text("details")
      let options = row.isNull("options") ? [] : try JSONColumn.strings(row, "options")
      guard let details = try? JSONValue(parsing: text.utf8),
        let body = Self(kind, options, number: Double(row.optionalText("correct_answer") ?? ""), details),
        QuestionDraft.holds(body)
      else { throw .damaged("details of a question", text) }
      self = body
    }
  }

  /// Returns whether the answer to a question is chosen, and so counts for the streak, without reading all of it.
  static func isChosen(_ row: any SQLRow) throws(StoreError) -> Bool {
    switch QuestionKind(rawValue: row.text("type")) {
    case .mcq, .multi, .ordering: true
    case .gaps: try Self(row).isChosen
    case .fillBlank, .shortAnswer, .numeric, .card: false
    case nil: throw .damaged("type of question", row.text("type"))
    }
  }

  private init?(_ kind: QuestionKind, _ options: [String], number: Double?, _ details: JSONValue) {
    switch kind {
    case .multi:
      guard let indexes = details["correctIndexes"]?.indexes else { return nil }
      self = .multi(options: options, correctIndexes: indexes)
    case .ordering:
      guard let order = details["correctOrder"]?.indexes else { return nil }
      self = .ordering(items: options, correctOrder: order)
    case .numeric:
      guard let number else { return nil }
      let percent = details["tolerancePercent"]?.number
      self = .numeric(
        NumericKey(
          number, tolerance: percent.map { .percent($0) } ?? .absolute(details["tolerance"]?.number ?? 0),
          unit: details["unit"]?.string))
    case .gaps:
      guard let gaps = details["gaps"]?.array, case let bodies = gaps.compactMap(Self.init(gap:)),
        bodies.count == gaps.count
      else { return nil }
      self = .gaps(bodies)
    case .mcq, .fillBlank, .shortAnswer, .card: return nil
    }
  }

  private init?(gap: JSONValue) {
    if let options = gap["options"]?.array?.compactMap(\.string), let index = gap["correctIndex"]?.int {
      self = .mcq(options: options, correctIndex: index)
    } else if let answer = gap["correctAnswer"]?.string {
      self = .fillBlank(
        correctAnswer: answer, acceptedAnswers: gap["acceptedAnswers"]?.array?.compactMap(\.string) ?? [],
        isExact: gap["exact"] == true)
    } else {
      return nil
    }
  }

  /// The values of those columns, by name.
  var columns: [String: any SQLBindable] {
    var columns: [String: any SQLBindable] = ["type": kind.rawValue, "is_exact": false]
    switch self {
    case .mcq(let options, let index):
      columns["options"] = JSONColumn.text(options)
      columns["correct_index"] = index
    case .multi(let options, _), .ordering(let options, _): columns["options"] = JSONColumn.text(options)
    case .fillBlank(let answer, let accepted, let isExact):
      columns["correct_answer"] = answer
      columns["accepted_answers"] = JSONColumn.text(accepted)
      columns["is_exact"] = isExact
    case .shortAnswer(let answer, let concepts):
      columns["correct_answer"] = answer
      columns["key_concepts"] = JSONColumn.text(concepts)
    case .numeric(let key): columns["correct_answer"] = NumericKey.text(of: key.correctAnswer)
    case .card(let back): columns["correct_answer"] = back
    case .gaps: break
    }
    columns["details"] = details.map { String(decoding: JSONValue.object($0).encoded(), as: UTF8.self) }
    return columns
  }

  private var details: [String: JSONValue]? {
    switch self {
    case .multi(_, let indexes): return ["correctIndexes": JSONValue(indexes)]
    case .ordering(_, let order): return ["correctOrder": JSONValue(order)]
    case .numeric(let key):
      var details: [String: JSONValue] = [:]
      switch key.tolerance {
      case .absolute(let size): details["tolerance"] = JSONValue(size)
      case .percent(let size): details["tolerancePercent"] = JSONValue(size)
      }
      details["unit"] = key.unit.map { .string($0) }
      return details
    case .gaps(let gaps): return ["gaps": .array(gaps.map(\.gap))]
    case .mcq, .fillBlank, .shortAnswer, .card: return nil
    }
  }

  private var gap: JSONValue {
    func list(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }
    return switch self {
    case .mcq(let options, let index): ["options": list(options), "correctIndex": .int(Int64(index))]
    case .fillBlank(let answer, let accepted, let isExact):
      ["correctAnswer": .string(answer), "acceptedAnswers": list(accepted), "exact": .bool(isExact)]
    case .multi, .shortAnswer, .numeric, .gaps, .ordering, .card: preconditionFailure("a gap is typed or chosen")
    }
  }
}

extension QuestionDraft {
  /// Returns whether a stored body is one that could be stored, whatever its text.
  fileprivate static func holds(_ body: Question.Body) -> Bool {
    !QuestionDraft(prompt: "?", body: body).faults.contains { $0.path != "text" }
  }
}

extension JSONValue {
  fileprivate init(_ indexes: [Int]) { self = .array(indexes.map { .int(Int64($0)) }) }

  fileprivate var indexes: [Int]? {
    guard let array, case let indexes = array.compactMap(\.int), indexes.count == array.count else {
      return nil
    }
    return indexes
  }
}
