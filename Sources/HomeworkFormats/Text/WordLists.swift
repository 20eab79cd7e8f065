import CHomeworkEmbedded

/// The lists of `words.txt`, by their names.
enum WordLists {
  /// - Precondition: the file has the list.
  static func words(_ name: String) -> [String] {
    guard let words = lists[name] else { preconditionFailure("words.txt has no list \(name)") }
    return words
  }

  private static let lists: [String: [String]] = {
    let text = homework_embedded_text("words.txt").map { String(cString: $0) } ?? ""
    var (lists, name): ([String: [String]], String) = ([:], "")
    for line in text.split(separator: "\n") where line.first != "#" {
      if line.first == "[" {
        name = String(line.dropFirst().dropLast())
      } else {
        lists[name, default: []] += line.split(separator: " ").map(String.init)
      }
    }
    return lists
  }()
}
