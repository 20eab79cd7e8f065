import HomeworkStore
import HomeworkSystem

/// A store in memory that scripts use one after another. Each script's changes are undone at its end, so that the next
/// one finds it as new, but with a parsed schema and compiled statements, which take time.
final class ReusedStore {
  let store: Store
  /// The failpoint of its commits.
  let failpoint: Failpoint
  private let kept: Kept
  private let rehearsal: Store.Rehearsal

  private struct Kept: Sendable {
    let store: Store
    let failpoint: Failpoint
    /// The number of ids drawn to create it.
    let draws: UInt64
  }

  private static let shelf = Guarded<[Kept]>([])
  /// The maximum number of waiting stores: one for each script that plays, and one for its reference.
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
    // A store whose changes cannot be undone is not used again.
    guard (try? rehearsal.end()) != nil else { return }
    Self.shelf.withLock { [kept] in if $0.count < Self.room { $0.append(kept) } }
  }
}
