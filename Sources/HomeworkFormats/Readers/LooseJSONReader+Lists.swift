import HomeworkModel

/// Finds the lists of questions in JSON.
extension LooseJSONReader {
  /// Questions, and the category or title that the JSON gives them.
  typealias Group = (category: String?, questions: [JSONValue])

  /// Returns the questions of a list, of an object that holds one, or of an object that has several by category or its
  /// questions by name; `nil` if the JSON has no such list.
  static func groups(in tree: JSONValue, _ mapping: ColumnMapping, _ depth: Int = 0) -> [Group]? {
    switch tree {
    case .array(let items):
      // A list of quizzes.
      let inner = items.map { item in item.isObject ? groups(in: item, mapping, depth + 1) : nil }
      return inner.isEmpty || inner.contains { $0 == nil } ? [(nil, items)] : inner.flatMap { $0 ?? [] }
    case .object(let object) where depth < 6:
      guard !isQuestion(tree, mapping) else { return depth == 0 ? [(nil, [tree])] : nil }
      let title = ["topic", "title", "name", "quiz", "category"].lazy.compactMap { object[$0]?.asText }.first
      func named(_ groups: [Group]) -> [Group] { groups.map { ($0.category ?? title, $0.questions) } }
      for key in ["results", "questions", "quiz", "items", "data"] {
        if let inner = object[key], let found = groups(in: inner, mapping, depth + 1) { return named(found) }
      }
      // Names such as q1, q2, …, q10 are in this order.
      let members = object.sorted { ($0.key.count, $0.key) < ($1.key.count, $1.key) }
      let questions = members.map(\.value).filter { isQuestion($0, mapping) }
      if !questions.isEmpty { return [(title, questions)] }
      let found = members.flatMap { key, value in
        (groups(in: value, mapping, depth + 1) ?? []).filter { $0.questions.contains { isQuestion($0, mapping) } }
          .map { ($0.category ?? key, $0.questions) }
      }
      return found.isEmpty ? nil : named(found)
    default: return nil
    }
  }

  private static func isQuestion(_ tree: JSONValue, _ mapping: ColumnMapping) -> Bool {
    guard case .object(let object) = tree else { return false }
    let question = JSONQuestion(object, mapping)
    return question.prompt != nil && (mapping.question != nil || question.given != nil || question.options != [])
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
