import HomeworkModel

extension Table {
  static let copy = Table("copy", [.key, .text("public_id"), .flag("is_own")])

  static let change = Table(
    "change", identifiedBy: 2,
    [.integer("time"), .reference("copy"), .text("kind"), .text("entity"), .text("part")])
}

/// The changes of all copies.
extension RowTransaction {
  func ownCopy() throws(StoreError) -> SyncCopy.ID {
    try copy("SELECT public_id FROM copy WHERE is_own", "none is this one")
  }

  func libraryId() throws(StoreError) -> SyncCopy.LibraryID {
    try copy("SELECT public_id FROM copy ORDER BY id LIMIT 1", "none is the first")
  }

  private func copy(_ query: SQL, _ damage: String) throws(StoreError) -> SyncCopy.ID {
    guard let id = try first(query, make: { (row) throws(StoreError) in try row.id(0) as SyncCopy.ID }) else {
      throw fail(.damaged("copy", damage))
    }
    return id
  }

  /// Adds a change on this copy.
  func note(
    _ kind: SyncChange.Kind, _ entity: String, _ part: String?, at time: Timestamp
  ) throws(StoreError) {
    try run(Self.note, HybridTime.at(time), kind.rawValue, entity, part)
  }

  /// In one statement, because a server would need a round trip to tell the latest time. SQLite would copy the rows of
  /// a SELECT from the same table before it inserts them; it reads a value at once.
  private static let note: SQL = """
    INSERT INTO change (time, copy, kind, entity, part)
    VALUES (
      (SELECT CASE WHEN n.latest < ?1 THEN ?1 ELSE n.latest + 1 END
        FROM (SELECT coalesce(max((SELECT max(time) FROM change WHERE copy = k.id)), 0) AS latest FROM copy k) AS n),
      (SELECT id FROM copy WHERE is_own), ?2, ?3, ?4)
    """

  /// Returns what is here of each copy's changes; of one, up to a time.
  func known() throws(StoreError) -> [SyncCopy.ID: SyncKnown] {
    try Dictionary(uniqueKeysWithValues: all(Self.known, make: Self.known))
  }

  func known(of copy: SyncCopy.ID, upTo time: Int64) throws(StoreError) -> SyncKnown? {
    try first(Self.knownUpTo, copy.key, time, make: Self.known)?.1
  }

  private static func known(_ row: any SQLRow) throws(StoreError) -> (SyncCopy.ID, SyncKnown) {
    (try row.id(0), SyncKnown(time: row.int64(1), count: row.int(2), digest: row.int64(3)))
  }

  private static let sums = """
    SELECT (SELECT public_id FROM copy WHERE id = c.copy), max(c.time), count(*),
      CAST(sum(c.time % 2147483647) AS bigint)
    FROM change c
    """
  private static let known: SQL = "\(sums) GROUP BY c.copy"
  private static let knownUpTo: SQL =
    "\(sums) WHERE c.copy = (SELECT id FROM copy WHERE public_id = ?) AND c.time <= ? GROUP BY c.copy"

  /// Returns the changes that are later than what is known of their copies, in order, without their values.
  func changes(
    after known: [SyncCopy.ID: Int64], limit: Int
  ) throws(StoreError) -> [SyncChange] {
    var found: [SyncChange] = []
    let copies = try all("SELECT id, public_id FROM copy") { (row) throws(StoreError) in
      (row.int64(0), try row.id(1) as SyncCopy.ID)
    }
    for (copy, id) in copies {
      found += try all(
        "SELECT time, kind, entity, part FROM change WHERE copy = ? AND time > ? ORDER BY time LIMIT ?", copy,
        known[id] ?? -1, limit
      ) { (row) throws(StoreError) in
        let word = row.text(1)
        guard let kind = SyncChange.Kind(rawValue: word) else { throw .damaged("kind of change", word) }
        return SyncChange(
          time: row.int64(0), copyId: id, kind: kind, entity: row.optionalText(2), part: row.optionalText(3))
      }
    }
    return Array(found.sorted { ($0.time, $0.copyId) < ($1.time, $1.copyId) }.prefix(limit))
  }

  /// Returns the time of a copy's newest change before a time; 0 if there is none.
  func newestTime(of copy: SyncCopy.ID, before time: Int64) throws(StoreError) -> Int64 {
    try first(Self.newestTime, copy.key, time) { $0.int64(0) } ?? 0
  }

  private static let newestTime: SQL = """
    SELECT c.time FROM change c WHERE c.copy = (SELECT id FROM copy WHERE public_id = ?) AND c.time < ?
    ORDER BY c.time DESC LIMIT 1
    """

  func insertIfAbsent(copy id: SyncCopy.ID) throws(StoreError) {
    try run("INSERT INTO copy (public_id, is_own) VALUES (?, false) ON CONFLICT DO NOTHING", id.key)
  }

  /// Adds a change on another copy; returns whether it was new.
  func insertIfAbsent(_ change: SyncChange) throws(StoreError) -> Bool {
    try changed(Self.take, change.time, change.copyId.key, change.kind.rawValue, change.entity, change.part) == 1
  }

  private static let take: SQL = """
    INSERT INTO change (time, copy, kind, entity, part)
    VALUES (?1, (SELECT id FROM copy WHERE public_id = ?2), ?3, ?4, ?5)
    ON CONFLICT DO NOTHING
    """

  /// Returns the latest change of certain kinds: of a part, or of all parts at once, if one is given.
  func newest(
    _ kinds: [SyncChange.Kind], of entity: String, part: String?
  ) throws(StoreError) -> (time: Int64, copyId: SyncCopy.ID)? {
    let names = kinds.map { "'\($0.rawValue)'" }.joined(separator: ", ")
    return try first(
      """
      SELECT c.time, k.public_id FROM change c JOIN copy k ON k.id = c.copy
      WHERE c.kind <> 'attempt' AND c.kind IN (\(names)) AND c.entity = ?1
        AND (CAST(?2 AS text) IS NULL OR c.part IS NULL OR c.part = ?2) ORDER BY c.time DESC, k.public_id DESC LIMIT 1
      """, entity, part
    ) { (row) throws(StoreError) in (row.int64(0), try row.id(1)) }
  }

  /// Returns the time at which an assignment was last edited, restored or played. That an attempt moves to another
  /// copy, as it does in a restored backup, is no use.
  func newestUse(homework row: Int64) throws(StoreError) -> Int64 {
    try first(Self.newestUse, row) { $0.int64(0) } ?? 0
  }

  /// A restoring by which a copy tells that its use won over a deletion is as late as that use.
  private static let newestUse: SQL = """
    SELECT max(time) FROM (
      SELECT 0 AS time
      UNION ALL SELECT c.time FROM change c
        WHERE c.kind IN ('attempt', 'edited') AND coalesce(c.part, '') NOT IN ('practice', 'home') AND c.entity IN (
          SELECT a.public_id FROM quiz z JOIN attempt a ON a.quiz = z.id WHERE z.homework = ?1)
      UNION ALL SELECT coalesce(CASE WHEN c.kind = 'restored' THEN CAST(c.part AS bigint) END, c.time)
        FROM change c JOIN homework h ON h.public_id = c.entity
        WHERE h.id = ?1 AND c.kind IN ('edited', 'restored')) AS uses
    """

  /// Returns the number of learners who were erased.
  func erasures() throws(StoreError) -> Int { try number("SELECT count(*) FROM change WHERE kind = 'erased'") }

  /// Leaves of the changes about a learner only their times, and which learner was erased.
  func forgetChanges(ofLearner row: Int64) throws(StoreError) {
    try run(
      """
      UPDATE change SET entity = NULL, part = NULL
      WHERE kind <> 'erased' AND (entity IN (SELECT public_id FROM learner WHERE id = ?1)
        OR entity IN (SELECT public_id FROM attempt WHERE learner = ?1)
        OR entity IN (SELECT attempt_public_id FROM ledger WHERE learner = ?1)
        OR entity IN (SELECT z.public_id FROM attempt a JOIN quiz z ON z.id = a.quiz
          WHERE a.learner = ?1 AND z.homework IS NULL)
        OR part = (SELECT 'completed ' || public_id FROM learner WHERE id = ?1))
      """, row)
  }

  /// Makes an empty database a copy of a library.
  func join(_ library: SyncCopy.LibraryID) throws(StoreError) {
    let own = try ownCopy()
    try run("DELETE FROM change")
    try run("DELETE FROM learner")
    try run("DELETE FROM copy")
    try insertIfAbsent(copy: library)
    _ = try inserted(.copy, ["public_id": own.key, "is_own": true])
  }

  /// Makes this database another copy.
  ///
  /// - Parameter takesAttempts: whether attempts in progress go on in it, and not where they were.
  func beginCopy(_ id: SyncCopy.ID, takesAttempts: Bool, at now: Timestamp) throws(StoreError) {
    let open = try all("SELECT public_id FROM attempt WHERE copy IS NULL AND state = 'inProgress'") { $0.text(0) }
    try run("UPDATE attempt SET copy = (SELECT id FROM copy WHERE is_own) WHERE copy IS NULL")
    try run("UPDATE copy SET is_own = false WHERE is_own")
    _ = try inserted(.copy, ["public_id": id.key, "is_own": true])
    for attempt in takesAttempts ? open : [] {
      try run("UPDATE attempt SET copy = NULL WHERE public_id = ?", attempt)
      try note(.edited, attempt, "home", at: now)
    }
  }
}
