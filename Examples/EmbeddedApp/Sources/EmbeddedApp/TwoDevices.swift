import HomeworkModel
import HomeworkPlay
import HomeworkStore

/// A tablet and a laptop of one learner, each with its own store.
package struct TwoDevices: Sendable {
  package let tablet: Store, laptop: Store

  /// The laptop's store is empty, and becomes a copy of the tablet's when they first meet.
  package init(tablet: Store, laptop: Store) { (self.tablet, self.laptop) = (tablet, laptop) }

  /// Exchanges what each lacks, and celebrates nothing of it. If it is killed, the next one goes on from there.
  @discardableResult
  package func meet() async throws -> SyncReport { try await tablet.sync(with: laptop) }

  /// Goes on with an attempt on the laptop, wherever it was played before; `nil` if none is in progress.
  package func continueOnLaptop(_ homework: Homework.ID) async throws -> LiveAttempt? {
    let found = try await laptop.read { try $0.attemptList(of: homework, state: .inProgress).items.first }
    guard let attempt = found else { return nil }
    let live = try await LiveAttempt.open(attempt.id, in: laptop)
    if try await live.home() != nil { try await live.takeOver() }
    return live
  }
}
