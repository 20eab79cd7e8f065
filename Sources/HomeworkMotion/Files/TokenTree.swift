import HomeworkModel

/// A Design Tokens file: its groups and tokens, with their references.
///
/// Mistakes are noted, not thrown, so that all of them are reported at once.
struct TokenTree {
  /// A token, with the properties inherited from its groups.
  struct Found {
    let path: [String]
    let type: String?
    let tree: JSONTree

    /// Its value, or its reference as a whole.
    var value: JSONTree {
      if let value = tree["$value"] { return value }
      return .object(tree.members.filter { $0.name == "$ref" }, at: tree.offset)
    }

    var name: String { path.last == "$root" ? path.dropLast().last ?? "" : path.last ?? "" }
  }

  private(set) var tokens: [Found] = []
  /// The root of the file.
  private(set) var root: JSONTree
  private(set) var mistakes: [(offset: Int, path: String, message: String)] = []
  /// The number of mistakes beyond those reported.
  private(set) var furtherMistakes = 0
  private static let mostReferences = 32, deepest = 32
  /// The number of groups and tokens that may still be read: groups that extend others could exhaust memory.
  private var budget = AnimationFile.mostTokens
  private var byPath: [[String]: Int] = [:]
  private static let groupMembers = [
    "$schema", "$type", "$description", "$extensions", "$extends", "$deprecated", "$root",
  ]
  private static let tokenMembers = ["$value", "$ref", "$type", "$description", "$extensions", "$deprecated"]
  static let types = [
    "color", "dimension", "fontFamily", "fontWeight", "duration", "cubicBezier", "number", "strokeStyle", "border",
    "transition", "shadow", "gradient", "typography",
  ]

  init(_ root: JSONTree) {
    self.root = root
    guard root.isObject else {
      note(root, [], "a file of tokens is an object: begin it with {")
      return
    }
    read(root, [], type: nil, extending: [])
  }

  mutating func note(_ tree: JSONTree, _ path: [String], _ message: @autoclosure () -> String) {
    guard mistakes.count < Faults.most else {
      furtherMistakes += 1
      return
    }
    mistakes.append((tree.offset, path.map(excerpt).joined(separator: "."), message()))
  }

  // MARK: Groups

  private mutating func read(_ group: JSONTree, _ path: [String], type inherited: String?, extending: [String]) {
    guard path.count <= Self.deepest else {
      return note(group, path, "groups are nested more than \(Self.deepest) deep: flatten them")
    }
    var extending = extending
    let members = members(of: group, path, &extending)
    let type = type(of: group, path) ?? members.lazy.filter { $0.name == "$type" }.last?.value.string ?? inherited
    var seen: Set<String> = []
    for member in group.members where !seen.insert(member.name).inserted {
      note(member.value, path + [member.name], "appears twice: rename one")
    }
    for member in members where member.name != "$type" {
      let own = path + [member.name]
      if member.name.hasPrefix("$"), member.name != "$root" {
        if !Self.groupMembers.contains(member.name) {
          note(member.value, own, "is not a property of a group: \(Self.hint(member.name, Self.groupMembers))")
        }
        continue
      }
      guard Self.isName(member.name) || member.name == "$root" else {
        note(member.value, own, "is not a name: a name does not begin with $ or contain a dot or a brace")
        continue
      }
      guard member.value.isObject else {
        note(member.value, own, "is not a group or a token: write an object")
        continue
      }
      budget -= 1
      guard budget > 0 else {
        if budget == 0 {
          note(member.value, own, "the file has more than \(AnimationFile.mostTokens) tokens: split it")
        }
        return
      }
      if member.value["$value"] != nil || member.value["$ref"] != nil {
        take(member.value, own, inherited: type)
      } else {
        read(member.value, own, type: type, extending: extending)
      }
    }
  }

  /// Returns the group's own members, after the members inherited from the group that it extends.
  private mutating func members(
    of group: JSONTree, _ path: [String], _ extending: inout [String]
  ) -> [JSONTree.Member] {
    guard let reference = group["$extends"] else { return group.members }
    let extendsPath = path + ["$extends"]
    guard let word = reference.string, let target = Self.groupPath(word) else {
      note(reference, extendsPath, "is not a reference to a group: write {group}")
      return group.members
    }
    let name = target.joined(separator: ".")
    guard !extending.contains(name), !path.starts(with: target) else {
      note(
        reference, extendsPath,
        "refers to itself in a circle: \((extending + [name]).map(excerpt).joined(separator: " → "))")
      return group.members
    }
    guard let extended = tree(at: target), extended.isObject, extended["$value"] == nil else {
      note(reference, extendsPath, "there is no group {\(excerpt(name))}")
      return group.members
    }
    extending.append(name)
    guard extending.count <= Self.deepest else {
      note(reference, extendsPath, "groups extend each other more than \(Self.deepest) deep: flatten them")
      return group.members
    }
    return merged(members(of: extended, target, &extending), with: group.members)
  }

  private func merged(_ below: [JSONTree.Member], with above: [JSONTree.Member]) -> [JSONTree.Member] {
    var members = below.filter { $0.name != "$extends" }
    var indexes = Dictionary(members.enumerated().map { ($1.name, $0) }) { first, _ in first }
    for member in above {
      guard let index = indexes[member.name] else {
        indexes[member.name] = members.count
        members.append(member)
        continue
      }
      let (old, new) = (members[index].value, member.value)
      let areGroups = old.isObject && new.isObject && old["$value"] == nil && new["$value"] == nil
      members[index] = (
        name: member.name,
        value: areGroups ? .object(merged(old.members, with: new.members), at: new.offset) : new
      )
    }
    return members
  }

  private mutating func type(of tree: JSONTree, _ path: [String]) -> String? {
    guard let type = tree["$type"] else { return nil }
    guard let word = type.string, Self.types.contains(word) else {
      note(type, path + ["$type"], "is not a type: \(Self.hint(type.string ?? "", Self.types))")
      return nil
    }
    return word
  }

  // MARK: Tokens

  private mutating func take(_ token: JSONTree, _ path: [String], inherited: String?) {
    for member in token.members where !Self.tokenMembers.contains(member.name) {
      let what =
        member.name.hasPrefix("$") ? "is not a property of a token" : "is inside a token, which has no members"
      note(member.value, path + [member.name], "\(what): \(Self.hint(member.name, Self.tokenMembers))")
    }
    if token["$value"] != nil, let reference = token["$ref"] {
      note(reference, path + ["$ref"], "cannot be combined with $value: remove one of them")
    }
    byPath[path] = tokens.count
    let own = type(of: token, path)
    tokens.append(Found(path: path, type: own ?? inherited, tree: token))
  }

  // MARK: References

  /// Follows references to a value; returns `nil`, and notes a mistake, if a reference is dangling or circular.
  mutating func resolved(_ value: JSONTree, _ path: [String]) -> JSONTree? {
    var (value, followed) = (value, [String]())
    while let reference = Self.reference(value) {
      guard !followed.contains(reference) else {
        note(
          value, path, "refers to itself in a circle: \((followed + [reference]).map(excerpt).joined(separator: " → "))"
        )
        return nil
      }
      followed.append(reference)
      guard followed.count <= Self.mostReferences else {
        note(value, path, "more than \(Self.mostReferences) references in a row: shorten the chain")
        return nil
      }
      guard let next = target(of: reference) else {
        let known = tokens.prefix(1000)
        note(
          value, path,
          "there is no \(excerpt(reference)): "
            + Self.hint(reference, known.map { "{\($0.path.joined(separator: "."))}" }))
        return nil
      }
      value = next
    }
    return value
  }

  /// Returns the token that `{group.name}` refers to.
  func token(meantBy reference: String) -> Found? {
    guard let path = Self.path(inBraces: reference) else { return nil }
    return byPath[path].map { tokens[$0] } ?? byPath[path + ["$root"]].map { tokens[$0] }
  }

  /// Returns the reference in `{group.name}` or `#/group/name/$value`; `nil` for other values.
  static func reference(_ value: JSONTree) -> String? {
    if let word = value.string { return path(inBraces: word) == nil ? nil : word }
    guard value.isObject, value.members.count == 1 else { return nil }
    return value["$ref"]?.string
  }

  private func target(of reference: String) -> JSONTree? {
    if let token = token(meantBy: reference) { return token.value }
    guard let steps = Self.pointer(reference) else { return nil }
    var tree = root
    for step in steps {
      let next =
        tree[step] ?? Int(step).flatMap { index in tree.items.flatMap { $0.indices.contains(index) ? $0[index] : nil } }
      guard let next else { return nil }
      tree = next
    }
    // A token in place of a value means its value.
    return tree["$value"] ?? tree
  }

  private func tree(at path: [String]) -> JSONTree? {
    path.reduce(Optional(root)) { $0?[$1] }
  }

  private static func groupPath(_ word: String) -> [String]? { path(inBraces: word) ?? pointer(word) }

  private static func path(inBraces word: String) -> [String]? {
    guard word.first == "{", word.last == "}", word.utf8.count > 2 else { return nil }
    let parts = word.dropFirst().dropLast().split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    return parts.allSatisfy { isName($0) || $0 == "$root" } ? parts : nil
  }

  /// Parses a JSON Pointer (RFC 6901) in fragment form.
  private static func pointer(_ word: String) -> [String]? {
    guard word.hasPrefix("#/") else { return nil }
    return word.dropFirst(2).split(separator: "/", omittingEmptySubsequences: false)
      .map { String($0).replacing("~1", with: "/").replacing("~0", with: "~") }
  }

  private static func isName(_ name: String) -> Bool {
    !name.isEmpty && name.first != "$" && !name.contains { $0 == "." || $0 == "{" || $0 == "}" }
  }

  /// Suggests the word that was meant, or lists the possible words.
  static func hint(_ word: String, _ candidates: [String]) -> String {
    if let meant = suggestion(for: word, among: candidates) { return "did you mean \(meant)?" }
    guard candidates.count <= 16 else { return "check its spelling" }
    return "possible: \(candidates.map(excerpt).joined(separator: ", "))"
  }
}
