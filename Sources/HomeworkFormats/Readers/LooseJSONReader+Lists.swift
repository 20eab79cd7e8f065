import HomeworkModel

extension LooseJSONReader {
  /// Questions, the category or title that the JSON gives them, and the keys around them that say something else.
  typealias Group = (category: String?, questions: [JSONValue], unread: [String])

  /// Returns the questions of a list, of an object that holds one, or of an object that has several by category or its
  /// questions by name; `nil` if the JSON has no such list.
  static func groups(in tree: JSONValue, _ mapping: ColumnMapping = ColumnMapping()) -> [Group]? {
    var names = JSONNames()
    return groups(in: tree, mapping, 0, &names)
  }

  private static func groups(
    in tree: JSONValue, _ mapping: ColumnMapping, _ depth: Int, _ names: inout JSONNames
  ) -> [Group]? {
    switch tree {
    case .array(let items):
      // A list of quizzes.
      var inner: [Group] = []
      for item in items {
        guard item.isObject, let found = groups(in: item, mapping, depth + 1, &names) else { return [(nil, items, [])] }
        inner += found
      }
      return inner.isEmpty ? [(nil, items, [])] : inner
    case .object(let object) where depth < 6:
      guard !isQuestion(tree, mapping, &names) else { return depth == 0 ? [(nil, [tree], [])] : nil }
      let titled = ["topic", "title", "name", "quiz", "category"].first { object[$0]?.asText != nil }
      let title = titled.flatMap { object[$0]?.asText }
      func named(_ groups: [Group], _ used: [String]) -> [Group] {
        let unread = object.filter { !$0.value.isNull && $0.key != titled && !used.contains($0.key) }.keys.sorted()
        return groups.enumerated().map {
          ($0.element.category ?? title, $0.element.questions, $0.element.unread + ($0.offset == 0 ? unread : []))
        }
      }
      for key in ["results", "questions", "quiz", "items", "data"] {
        if let inner = object[key], let found = groups(in: inner, mapping, depth + 1, &names) {
          return named(found, [key])
        }
      }
      // Names such as q1, q2, …, q10 are in this order.
      let members = object.sorted { ($0.key.count, $0.key) < ($1.key.count, $1.key) }
      let questions = members.filter { isQuestion($0.value, mapping, &names) }
      if !questions.isEmpty { return named([(title, questions.map(\.value), [])], questions.map(\.key)) }
      var (found, used): ([Group], [String]) = ([], [])
      for (key, value) in members {
        let inner = (groups(in: value, mapping, depth + 1, &names) ?? []).filter {
          $0.questions.contains { isQuestion($0, mapping, &names) }
        }
        if !inner.isEmpty { used.append(key) }
        found += inner.map { ($0.category ?? key, $0.questions, $0.unread) }
      }
      return found.isEmpty ? nil : named(found, used)
    default: return nil
    }
  }

  private static func isQuestion(_ tree: JSONValue, _ mapping: ColumnMapping, _ names: inout JSONNames) -> Bool {
    guard case .object(let object) = tree else { return false }
    if mapping.isEmpty, QuestionShape.isOwn(tree) { return true }
    let question = JSONQuestion(object, mapping, &names)
    return question.prompt != nil && (mapping.question != nil || question.answer != nil || question.options != [])
  }

  /// Returns the text of the first fenced code block; `nil` if none exists.
  static func fenced(_ text: String) -> String? {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let signs = ["```", "```json", "```json5"]
    guard let start = lines.firstIndex(where: { signs.contains($0.trimmedAtEnds.lowercased()) }) else { return nil }
    return lines[(start + 1)...].prefix { !$0.trimmedAtEnds.hasPrefix("```") }.joined(separator: "\n")
  }

  /// Parses JSON Lines: an object in each line; `nil` if the text is anything else.
  static func lines(_ bytes: [UInt8]) -> JSONValue? {
    var items: [JSONValue] = []
    for line in bytes.split(separator: 10) where line.contains(where: { $0 > 32 }) {
      guard line.first(where: { $0 > 32 }) == UInt8(ascii: "{"), let item = try? JSONValue(parsing: line) else {
        return nil
      }
      items.append(item)
    }
    return items.count > 1 ? .array(items) : nil
  }
}
