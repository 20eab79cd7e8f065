import HomeworkModel

/// An element of QTI in any version: `assessmentItem` and `qti-assessment-item` have the same name here.
struct QTIElement {
  let element: XMLElement

  init(_ element: XMLElement) { self.element = element }

  static func name(_ name: String) -> String {
    let local = name.split(separator: ":").last.map(String.init) ?? name
    let word = local.lowercased()
    return (word.hasPrefix("qti-") ? String(word.dropFirst(4)) : word).replacing("-", with: "")
  }

  var name: String { Self.name(element.name) }
  var children: [QTIElement] { element.children.map(QTIElement.init) }
  var text: String { element.text.trimmedAtEnds }

  var plain: String { Markup.html.plainText(markup()).text }

  subscript(name: String) -> QTIElement? { children.first { $0.name == name } }

  func attribute(_ name: String) -> String? {
    if let value = element.attributes[name] { return value }
    return element.attributes.first { Self.name($0.key) == name }?.value
  }

  /// Returns all descendants with these names, in order, except those nested within another match.
  func all(_ names: String...) -> [QTIElement] { all(where: names.contains) }

  func all(where isWanted: (String) -> Bool) -> [QTIElement] {
    children.flatMap { isWanted($0.name) ? [$0] : $0.all(where: isWanted) }
  }

  /// Returns the content as HTML, with the elements that `replace` knows replaced. Of an element that HTML does not
  /// have, only the content counts.
  func markup(replacing replace: (QTIElement) -> String? = { _ in nil }) -> String {
    element.nodes.map { node in
      switch node {
      case .text(let text): return text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
      case .element(let element):
        let child = QTIElement(element)
        if let text = replace(child) { return text }
        let local = element.name.split(separator: ":").last.map(String.init) ?? element.name
        let isTag = TagNames.html.contains(local.lowercased()) || TagNames.math.contains(local)
        return !isTag
          ? child.markup(replacing: replace)
          : "<\(local)\(element.attributesAsMarkup)>\(child.markup(replacing: replace))</\(local)>"
      }
    }.joined()
  }
}
