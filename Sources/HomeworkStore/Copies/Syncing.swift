public import HomeworkModel

/// A store as one of the copies that exchange what each lacks.
extension Store: SyncPeer {
  /// Returns what this copy has; see `SyncPeer`.
  public func hello(_ other: SyncHello?) async throws -> SyncHello {
    guard let other else { return try await read { tx in try tx.syncHello() } }
    return try await write { tx in try tx.syncHello(to: other) }
  }

  /// Returns the next changes that another copy lacks; see `SyncPeer`.
  public func give(after known: [SyncCopy.ID: Int64]) async throws -> SyncPart? {
    try await read { tx in try tx.syncPart(after: known) }
  }

  /// Takes changes of another copy; see `SyncPeer`.
  public func take(_ part: SyncPart) async throws -> SyncCounts {
    try await write { tx in try tx.takeSync(part) }
  }
}

extension WriteTransaction {
  /// Returns what this copy says of itself to another one, whose library it joins first if it is empty.
  package func syncHello(to other: SyncHello) throws(StoreError) -> SyncHello {
    var mine = try syncHello()
    if other.schema != mine.schema { throw .otherSchema(found: other.schema, known: mine.schema) }
    guard other.libraryId == mine.libraryId else {
      guard mine.isEmpty || other.isEmpty else { throw .otherLibrary }
      // Of two empty copies one joins, and both know which.
      guard mine.isEmpty, !other.isEmpty || other.libraryId < mine.libraryId else { return mine }
      try rows.join(other.libraryId)
      return try syncHello()
    }
    guard other.copyId != mine.copyId else {
      throw .invalid([
        Fault(
          path: "copy",
          message: "two databases have written as the same copy, because a file was copied: make copies with hwdb "
            + "sync, or with hwdb database backup and hwdb database restore")
      ])
    }
    // Where each lacks some of a copy's changes, the times of the newest do not tell which. All are given, as if none
    // was here.
    for (copy, theirs) in other.known {
      guard let own = mine.known[copy], own.time >= theirs.time else { continue }
      let same = try own.time == theirs.time ? own : rows.known(of: copy, upTo: theirs.time)
      if same != theirs { mine.known[copy] = SyncKnown(time: 0, count: 0, digest: 0) }
    }
    return mine
  }
}
