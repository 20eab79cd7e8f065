import HomeworkStore
import HomeworkSystem

/// A store in memory that scripts have one after the other. What each does is taken back at its end, so that the next
/// finds it as new, but for what takes the time: the schema is parsed, and statements are compiled.
final class ReusedStore {
  let store: Store
  /// Of its commits.
  let failpoint: Failpoint
  private let kept: Kept
  private let rehearsal: Store.Rehearsal

  private struct Kept: Sendable {
    let store: Store
    let failpoint: Failpoint
    /// Ids that were drawn to make it.
    let draws: UInt64
  }

  private static let shelf = Guarded<[Kept]>([])
  /// At most so many wait for the next script: one for each that plays, and its reference.
  private static let room = 16

  init(_ world: World) throws(ProgramFailure) {
    let kept: Kept
    if let found = Self.shelf.withLock({ $0.popLast() }) {
      kept = found
    } else {
      let failpoint = Failpoint()
      let store = try world.openStore(failpoint: failpoint)
      kept = Kept(store: store, failpoint: failpoint, draws: failpoint.draws)
    }
    kept.failpoint.begin(afterDrawing: kept.draws)
    do { rehearsal = try kept.store.beginRehearsal() } catch {
      throw .broken("the scenario's store cannot be opened: \(error)")
    }
    (self.kept, store, failpoint) = (kept, kept.store, kept.failpoint)
  }

  deinit {
    failpoint.begin(afterDrawing: kept.draws)
    // One that cannot be taken back is not used again.
    guard (try? rehearsal.end()) != nil else { return }
    Self.shelf.withLock { [kept] in if $0.count < Self.room { $0.append(kept) } }
  }
}
