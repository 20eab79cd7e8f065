public import HomeworkModel

extension ReadTransaction {
  /// Returns homework as the learner sees it, newest first, then by id. `after` is the `next` of the previous page.
  public func homeworkList(
    _ filter: HomeworkFilter = HomeworkFilter(), limit: Int = 50, after cursor: String? = nil
  ) throws(StoreError) -> Page<Homework> {
    guard filter.faults.isEmpty else { throw .invalid(filter.faults) }
    let position = try Self.position(limit, cursor)
    // Reads one more than requested, to learn whether another page follows.
    var found = try rows.homework(filter, of: chosenLearner, after: position, limit: limit + 1)
    guard found.count > limit else { return Page(items: found, next: nil) }
    found.removeLast()
    return Page(items: found, next: found.last.map { Self.cursor(($0.createdAt.millisecondsSince1970, $0.id.text)) })
  }

  /// Returns an assignment by its id, as the learner sees it.
  public func homework(_ id: Homework.ID) throws(StoreError) -> Homework { try homework(id, of: chosenLearner) }

  func homework(_ id: Homework.ID, of learner: Learner.ID?) throws(StoreError) -> Homework {
    guard let found = try rows.homework(id, of: learner) else { throw .notFound(.homework, id.text) }
    return found
  }

  /// Returns the homework whose id equals, begins with or ends with `text` (at least four characters); else the one
  /// with this title, or the only one whose title contains it. Ignores case.
  ///
  /// - Throws: `ambiguousId`, `ambiguousTitle`, `notFound`.
  package func homeworkId(matching text: String) throws(StoreError) -> Homework.ID {
    do throws(StoreError) { return try resolve(text, .homework) } catch {
      guard case .notFound = error, let id = try homeworkId(titled: text) else { throw error }
      return id
    }
  }

  private func homeworkId(titled text: String) throws(StoreError) -> Homework.ID? {
    let wanted = text.lowercased()
    guard !wanted.allSatisfy(\.isWhitespace) else { return nil }
    var exact: [(id: Homework.ID, title: String)] = []
    var partial = exact
    try rows.eachTitle { id, title in
      let folded = title.lowercased()
      guard folded.contains(wanted) else { return }
      if folded == wanted { exact.append((id, title)) } else { partial.append((id, title)) }
    }
    let found = exact.isEmpty ? partial : exact
    guard found.count < 2 else {
      throw .ambiguousTitle(text, candidates: found.prefix(20).map { "\($0.title) (\($0.id.text.suffix(8)))" })
    }
    return found.first?.id
  }

  /// Returns the attempt whose id equals, begins with or ends with `text` (at least four characters).
  package func attemptId(matching text: String) throws(StoreError) -> Attempt.ID {
    try resolve(text, .attempt)
  }

  /// Returns the homework with each of these titles, in one query.
  package func homeworkIds(titled titles: Set<String>) throws(StoreError) -> [String: [Homework.ID]] {
    var found: [String: [Homework.ID]] = [:]
    try rows.eachTitle { id, title in
      if titles.contains(title) { found[title, default: []].append(id) }
    }
    return found
  }

  func resolve<Entity>(_ text: String, _ entity: StoreError.Entity) throws(StoreError) -> Identifier<Entity> {
    if let id = Identifier<Entity>(text) { return id }
    let part = text.lowercased()
    guard part.utf8.count >= 4, part.allSatisfy({ $0.isASCII && ($0.isHexDigit || $0 == "-") }) else {
      throw .notFound(entity, "\"\(text)\"")
    }
    let candidates = try rows.ids(of: entity, matching: part)
    guard let first = candidates.first else { throw .notFound(entity, "\"\(text)\"") }
    guard candidates.count == 1 else { throw .ambiguousId(text, candidates: candidates) }
    guard let id = Identifier<Entity>(first) else { throw .damaged("id", first) }
    return id
  }

  func requireHomework(_ id: Homework.ID) throws(StoreError) {
    guard try rows.isShown(id) else { throw .notFound(.homework, id.text) }
  }

  static func cursor(_ position: ListPosition) -> String { "\(position.atMs).\(position.id)" }

  /// Returns the start of a page, from the `next` of the previous page.
  static func position(_ limit: Int, _ cursor: String?) throws(StoreError) -> ListPosition? {
    try PageSize.check(limit)
    guard let cursor else { return nil }
    let parts = cursor.split(separator: ".", maxSplits: 1)
    guard parts.count == 2, let atMs = Int64(parts[0]), let id = Homework.ID(String(parts[1])) else {
      throw .invalid([Fault(path: "after", message: "\"\(excerpt(cursor))\" is not a page cursor")])
    }
    return (atMs, id.text)
  }

  /// Returns the collections that hold any homework, by name, with the amount of it that the learner has completed.
  public func collections() throws(StoreError) -> [HomeworkCollection] { try rows.collections(of: chosenLearner) }

  /// Returns the picture of an assignment; `nil` if it has none.
  public func picture(of id: Homework.ID) throws(StoreError) -> Picture? {
    try requireHomework(id)
    guard let (bytes, digest) = try rows.picture(homework: id) else { return nil }
    return try Self.picture(bytes, digest, called: "of homework \(id)")
  }

  /// Returns the picture with a digest, such as one of a question; `nil` if the library has none.
  public func picture(digest: String) throws(StoreError) -> Picture? {
    guard let bytes = try rows.picture(digest: digest) else { return nil }
    return try Self.picture(bytes, digest, called: digest)
  }

  /// A picture is identified by its content: different bytes are a different picture.
  private static func picture(_ bytes: [UInt8], _ digest: String, called name: String) throws(StoreError) -> Picture {
    guard let picture = try? Picture(bytes), picture.info.digest == digest else {
      throw .unavailable(.corrupt("the picture \(name) is not what was stored"))
    }
    return picture
  }
}

/// Queries over many rows at once.
extension ReadTransaction {
  /// Returns all learners, or the one chosen by `use`, with all homework and the questions most often answered wrong.
  public final func overview() throws(StoreError) -> Overview {
    try rows.overview(of: chosenLearner)
  }
}
