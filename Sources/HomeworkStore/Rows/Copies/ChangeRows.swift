package import HomeworkModel

extension Table {
  static let copy = Table("copy", [.text("id"), .flag("is_own"), .flag("is_first")])

  static let change = Table(
    "change", identifiedBy: 2,
    [.text("copy"), .integer("time"), .text("kind"), .text("entity"), .text("part")])
}

/// The changes of all copies.
extension RowTransaction {
  func ownCopy() throws(StoreError) -> SyncCopy.ID {
    try copy("SELECT id FROM copy WHERE is_own", "none is this one")
  }

  func libraryId() throws(StoreError) -> SyncCopy.LibraryID {
    try copy("SELECT id FROM copy WHERE is_first", "none is the first")
  }

  private func copy(_ query: SQL, _ damage: String) throws(StoreError) -> SyncCopy.ID {
    guard let id = try first(query, make: { row in try row.id(0) as SyncCopy.ID }) else {
      throw fail(.damaged("copy", damage))
    }
    return id
  }

  /// Adds a change on this copy.
  func logChange(
    _ kind: SyncChange.Kind, _ entity: String, _ part: String?, at time: Timestamp
  ) throws(StoreError) {
    try run(Self.logChange, HybridTime.at(time), kind.rawValue, entity, part)
  }

  /// In one statement, because a server would need a round trip to tell the latest time. SQLite would copy the rows of
  /// a SELECT from the same table before it inserts them; it reads a value at once.
  private static let logChange: SQL = """
    INSERT INTO change (time, copy, kind, entity, part)
    VALUES (
      (SELECT CASE WHEN n.latest < ?1 THEN ?1 ELSE n.latest + 1 END FROM (\(latest)) AS n),
      (SELECT id FROM copy WHERE is_own), ?2, ?3, ?4)
    """

  /// Returns what is here of each copy's changes; of one, up to a time.
  func known() throws(StoreError) -> [SyncCopy.ID: SyncKnown] {
    try Dictionary(uniqueKeysWithValues: all(Self.known, make: Self.known))
  }

  func known(of copy: SyncCopy.ID, upTo time: Int64) throws(StoreError) -> SyncKnown? {
    try first(Self.knownUpTo, copy, time, make: Self.known)?.1
  }

  private static func known(_ row: any SQLRow) throws -> (SyncCopy.ID, SyncKnown) {
    (try row.id(0), SyncKnown(time: row.int64(1), count: row.int(2), digest: row.int64(3)))
  }

  private static let sums = """
    SELECT copy, max(time), count(*), CAST(sum(time % 2147483647) AS bigint) FROM change
    """
  private static let known: SQL = "\(sums) GROUP BY copy"
  private static let knownUpTo: SQL = "\(sums) WHERE copy = ? AND time <= ? GROUP BY copy"

  /// Returns the changes that are later than what is known of their copies, in order, without their values.
  func changes(
    after known: [SyncCopy.ID: Int64], limit: Int
  ) throws(StoreError) -> [SyncChange] {
    var found: [SyncChange] = []
    let copies = try all("SELECT id FROM copy") { row in try row.id(0) as SyncCopy.ID }
    for copy in copies {
      found += try all(Self.changesOfCopy, copy, known[copy] ?? -1, limit, make: Self.change)
    }
    return Array(found.sorted { ($0.time, $0.copyId) < ($1.time, $1.copyId) }.prefix(limit))
  }

  private static let changesOfCopy: SQL = """
    SELECT time, copy, kind, entity, part FROM change WHERE copy = ? AND time > ? ORDER BY time LIMIT ?
    """

  private static func change(_ row: any SQLRow) throws -> SyncChange {
    guard let kind = SyncChange.Kind(rawValue: row.text(2)) else {
      throw StoreError.damaged("kind of change", row.text(2))
    }
    return SyncChange(
      time: row.int64(0), copyId: try row.id(1), kind: kind, entity: row.optionalText(3), part: row.optionalText(4))
  }

  /// Returns the time of a copy's newest change before a time; 0 if there is none.
  func newestTime(of copy: SyncCopy.ID, before time: Int64) throws(StoreError) -> Int64 {
    try first(Self.newestTime, copy, time) { $0.int64(0) } ?? 0
  }

  private static let newestTime: SQL = """
    SELECT time FROM change WHERE copy = ? AND time < ? ORDER BY time DESC LIMIT 1
    """

  /// Returns the time of the newest change of any copy.
  func newestTime() throws(StoreError) -> Int64 {
    try first(Self.newestTimeOfAll) { $0.int64(0) } ?? 0
  }

  private static let latest =
    "SELECT coalesce(max((SELECT max(time) FROM change WHERE copy = k.id)), 0) AS latest FROM copy k"
  private static let newestTimeOfAll = SQL(latest)

  func insertIfAbsent(copy id: SyncCopy.ID) throws(StoreError) {
    _ = try insertIfAbsent(.copy, ["id": id, "is_own": false, "is_first": false])
  }

  /// Adds a change on another copy; returns whether it was new.
  func insertIfAbsent(_ change: SyncChange) throws(StoreError) -> Bool {
    try changed(
      "INSERT INTO change (time, copy, kind, entity, part) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING", change.time,
      change.copyId, change.kind.rawValue, change.entity, change.part) == 1
  }

  /// Leaves only the time of a change of what is not here, but for a use by an erased learner: it was removed with its
  /// homework, and comes again with it, or never.
  func forgetUnlessHere(_ change: SyncChange) throws(StoreError) {
    try run(Self.forgetUnlessHere, change.copyId, change.time)
  }

  private static let forgetUnlessHere: SQL = """
    UPDATE change SET entity = NULL, part = NULL
    WHERE copy = ? AND time = ? AND coalesce(part, '') <> 'use' AND NOT EXISTS (
      SELECT 1 FROM attempt WHERE id = entity UNION ALL SELECT 1 FROM homework WHERE id = entity
      UNION ALL SELECT 1 FROM learner WHERE id = entity UNION ALL SELECT 1 FROM copy WHERE id = entity
      UNION ALL SELECT 1 FROM ledger WHERE attempt = entity AND kind = 'credit')
    """

  /// Returns the changes of homework that is here, and of its quizzes and attempts, in order, without values.
  func changes(ofHomework id: String) throws(StoreError) -> [SyncChange] {
    try all(Self.changesOfHomework, id, make: Self.change)
  }

  private static let changesOfHomework: SQL = """
    SELECT time, copy, kind, entity, part FROM change
    WHERE kind IN ('quiz', 'attempt', 'edited') AND entity IN (
      SELECT ?1 UNION ALL SELECT id FROM quiz WHERE homework = ?1
      UNION ALL SELECT a.id FROM quiz z JOIN attempt a ON a.quiz = z.id WHERE z.homework = ?1)
    ORDER BY time, copy
    """

  /// Restores the subject of a change that was forgotten, if the subject is here; returns true if it was forgotten.
  func remember(_ change: SyncChange) throws(StoreError) -> Bool {
    let hasChanged = try changed(
      "UPDATE change SET entity = ?, part = ? WHERE copy = ? AND time = ? AND kind = ? AND entity IS NULL",
      change.entity, change.part, change.copyId, change.time, change.kind.rawValue)
    if hasChanged == 1 { try forgetUnlessHere(change) }
    return hasChanged == 1
  }

  /// Returns the latest change of certain kinds: of a part, or of all parts at once, if one is given.
  func newest(
    _ kinds: [SyncChange.Kind], of entity: String, part: String?
  ) throws(StoreError) -> (time: Int64, copyId: SyncCopy.ID)? {
    let names = kinds.map { "'\($0.rawValue)'" }.joined(separator: ", ")
    return try first(
      """
      SELECT time, copy FROM change WHERE kind <> 'attempt' AND kind IN (\(names)) AND entity = ?1
        AND (CAST(?2 AS text) IS NULL OR part IS NULL OR part = ?2) ORDER BY time DESC, copy DESC LIMIT 1
      """, entity, part
    ) { ($0.int64(0), try $0.id(1)) }
  }

  /// Returns the time at which an assignment was last edited, restored or played.
  func newestUse(homework id: Homework.ID) throws(StoreError) -> Int64 {
    try first(Self.newestUse, id) { $0.int64(0) } ?? 0
  }

  /// The condition for changes `c` that count as a use of their homework.
  private static let isUse = """
    c.kind IN ('attempt', 'edited') AND coalesce(c.part, '') NOT IN (\(
      SyncChange.partsOfNoUse.sorted().map { "'\($0)'" }.joined(separator: ", ")))
    """

  /// A restoring by which a copy tells that its use won over a deletion is as late as that use.
  private static let newestUse: SQL = """
    SELECT max(time) FROM (
      SELECT 0 AS time
      UNION ALL SELECT c.time FROM change c
        WHERE \(isUse) AND c.entity IN (
          SELECT a.id FROM quiz z JOIN attempt a ON a.quiz = z.id WHERE z.homework = ?1 UNION ALL SELECT ?1)
      UNION ALL SELECT coalesce(CASE WHEN kind = 'restored' THEN CAST(part AS bigint) END, time)
        FROM change WHERE entity = ?1 AND kind <> 'attempt' AND kind IN ('edited', 'restored')) AS uses
    """

  /// Returns the number of learners who were erased.
  func erasures() throws(StoreError) -> Int { try number("SELECT count(*) FROM change WHERE kind = 'erased'") }

  /// Leaves of the changes about a learner only their times, which learner was erased, and when homework was last used:
  /// a deletion before that, which another copy has made, loses to it.
  func forgetChanges(ofLearner id: Learner.ID) throws(StoreError) {
    let uses = try all(Self.usesByLearner, id) { (homework: $0.text(0), time: $0.int64(1)) }
    try run(
      """
      UPDATE change SET entity = NULL, part = NULL
      WHERE kind <> 'erased' AND (entity = ?1 OR entity IN (SELECT id FROM attempt WHERE learner = ?1)
        OR entity IN (SELECT attempt FROM ledger WHERE learner = ?1)
        OR entity IN (SELECT z.id FROM attempt a JOIN quiz z ON z.id = a.quiz
          WHERE a.learner = ?1 AND z.homework IS NULL)
        OR part = 'completed ' || ?1)
      """, id)
    for use in uses {
      try run(
        """
        UPDATE change SET kind = 'attempt', entity = ?, part = 'use'
        WHERE copy IN (SELECT id FROM copy) AND time = ? AND entity IS NULL
        """, use.homework, use.time)
    }
  }

  /// The time at which a learner last used each assignment.
  private static let usesByLearner: SQL = """
    SELECT homework, max(time) FROM (
      SELECT z.homework, c.time FROM attempt a JOIN quiz z ON z.id = a.quiz JOIN change c ON c.entity = a.id
      WHERE a.learner = ?1 AND z.homework IS NOT NULL AND \(isUse)
      UNION ALL SELECT entity, time FROM change WHERE part = 'completed ' || ?1) AS used
    GROUP BY homework
    """

  /// Adds the first rows of a new library: its first learner, and the copy that it is.
  package func begin(at now: Timestamp, _ random: (UInt64, UInt64)) throws(StoreError) {
    let nowMs = now.millisecondsSince1970
    let (learner, copy) = (Learner.ID(atMs: nowMs, random: random), SyncCopy.first(atMs: nowMs, random: random))
    try insert(Learner(id: learner, name: Learner.firstName, isDefault: true, createdAt: now))
    try insert(.copy, ["id": copy, "is_own": true, "is_first": true])
    try insert(.change, ["time": 1, "copy": copy, "kind": SyncChange.Kind.learner.rawValue, "entity": learner])
  }

  /// Makes an empty database a copy of a library. Its own learner is erased: elsewhere they may have been already.
  func join(_ library: SyncCopy.LibraryID, at now: Timestamp) throws(StoreError) {
    let own = try ownCopy()
    for learner in try learners() { _ = try erase(learner: learner.id, at: now) }
    try run("DELETE FROM change")
    try run("DELETE FROM copy")
    try insert(.copy, ["id": library, "is_own": false, "is_first": true])
    try insert(.copy, ["id": own, "is_own": true, "is_first": false])
  }

  /// Makes this database another copy.
  ///
  /// - Parameter takesAttempts: whether attempts in progress go on in it, and not where they were.
  func beginCopy(_ id: SyncCopy.ID, takesAttempts: Bool, at now: Timestamp) throws(StoreError) {
    let open = try all("SELECT id FROM attempt WHERE copy IS NULL AND state = 'inProgress'") { $0.text(0) }
    try run("UPDATE attempt SET copy = (SELECT id FROM copy WHERE is_own) WHERE copy IS NULL")
    try run("UPDATE copy SET is_own = false WHERE is_own")
    try insert(.copy, ["id": id, "is_own": true, "is_first": false])
    for attempt in takesAttempts ? open : [] {
      try run("UPDATE attempt SET copy = NULL WHERE id = ?", attempt)
      try logChange(.edited, attempt, "home", at: now)
    }
  }
}
