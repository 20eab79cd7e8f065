public import HomeworkModel

/// The learners. If none is chosen, calls use the default one: with one learner there is nothing to choose.
extension ReadTransaction {
  /// Chooses the learner whose attempts, progress and stars later calls use. A call given an attempt's id always uses
  /// that attempt's learner.
  ///
  ///     try await store.write { tx in
  ///       try tx.use(learner.id)
  ///       return try tx.startAttempt(homework.id)
  ///     }
  ///
  /// - Throws: `notFound`.
  public final func use(_ id: Learner.ID) throws(StoreError) {
    chosenLearner = try learner(id).id
  }

  /// Returns the learners, in the order in which they were added.
  public final func learners() throws(StoreError) -> [Learner] {
    try rows.learners()
  }

  /// Returns a learner by their id.
  public final func learner(_ id: Learner.ID) throws(StoreError) -> Learner {
    guard let found = try rows.learner(id) else { throw .notFound(.learner, id.text) }
    return found
  }

  /// Returns the chosen learner, or else the default one.
  public final func learner() throws(StoreError) -> Learner {
    if let found = try rows.learner(chosenLearner) { return found }
    // Between a new copy's first hello and the first part that it takes, reads show an empty library.
    if !(self is WriteTransaction), try rows.known().isEmpty {
      let library = try rows.libraryId()
      let id = Learner.ID(derivedFrom: "\(library) 0")
      return Learner(id: id, name: Learner.firstName, isDefault: true, createdAt: library.createdAt)
    }
    throw .invalid([Fault(path: "learner", message: "the library has none: add one with hwdb learner add NAME")])
  }

  /// Returns the learner with this name, or whose id equals, begins with or ends with `text` (at least four
  /// characters), or else the only one whose name contains it. Ignores case.
  ///
  /// - Throws: `ambiguousId`, `ambiguousName`, `notFound`.
  package final func learnerId(matching text: String) throws(StoreError) -> Learner.ID {
    let wanted = Learner.foldedName(text)
    let named = try rows.learners(named: wanted)
    guard named.count < 2 else {
      throw .ambiguousName(text, candidates: named.prefix(20).map { "\($0.name) (\($0.id))" })
    }
    if let named = named.first { return named.id }
    do throws(StoreError) { return try resolve(text, .learner) } catch {
      guard case .notFound = error, !wanted.allSatisfy(\.isWhitespace) else { throw error }
      let found = try learners().filter { Learner.foldedName($0.name).contains(wanted) }
      guard found.count < 2 else { throw .ambiguousName(text, candidates: found.prefix(20).map(\.name)) }
      guard let only = found.first else { throw .notFound(.learner, "\"\(text)\"") }
      return only.id
    }
  }
}

extension WriteTransaction {
  /// Adds a learner.
  ///
  /// - Parameter name: 1 to 100 characters, unique among learners even when case is ignored.
  /// - Throws: `invalid`; `nameTaken`.
  public func addLearner(_ name: String) throws(StoreError) -> Learner {
    try requireFree(name, for: nil)
    let learner = Learner(id: newId(), name: name, isDefault: false, createdAt: now)
    try rows.insert(learner)
    try logChange(.learner, learner.id.text)
    try appendEvent(.learnerAdded, of: learner.id)
    return learner
  }

  /// Changes what is given of a learner.
  ///
  /// - Parameters:
  ///   - id: the learner's id.
  ///   - name: the new name.
  ///   - becomesDefault: true to make them the default learner.
  /// - Throws: `notFound`, `invalid`, `nameTaken`.
  public func updateLearner(
    _ id: Learner.ID, name: String? = nil, becomesDefault: Bool = false
  ) throws(StoreError) -> Learner {
    _ = try learner(id)
    if let name {
      try requireFree(name, for: id)
      try rows.rename(learner: id, to: name)
      try logChange(.edited, id.text, "name")
    }
    if becomesDefault { try rows.makeDefault(learner: id) }
    try appendEvent(.learnerUpdated, of: id)
    return try learner(id)
  }

  func requireFree(_ name: String, for id: Learner.ID?) throws(StoreError) {
    let faults = Learner.faults(inName: name)
    guard faults.isEmpty else { throw .invalid(faults) }
    let holders = try rows.learners(named: Learner.foldedName(name))
    guard holders.allSatisfy({ $0.id == id }) else { throw .nameTaken(name) }
  }
}
