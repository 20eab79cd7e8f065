import HomeworkModel
public import HomeworkMotion
import HomeworkStore

/// The result of an action, once it is on disk.
public struct Played<Value: Sendable>: Sendable {
  public let value: Value
  /// The cues that the action starts or ends, including those of other processes' commits meanwhile.
  public let cues: CueChanges
}

/// Why a live attempt refuses an action, besides the errors of the store and the session.
public enum LiveAttemptError: Error, Hashable, Sendable {
  /// The session was closed, or another session was opened on its attempt.
  case ended
  /// No attempt was started.
  case notStarted
}

/// The events since a number; `nil` if some of them are no longer kept.
struct Committed {
  let events: [Event]
  /// The credit, if an event finishes the attempt.
  var credit = Credit()

  init?(since sequence: Int64, of id: Attempt.ID?, _ tx: ReadTransaction) throws(StoreError) {
    let limit = 500
    var (events, page) = ([Event](), [Event]())
    do {
      // In a class of hundreds, one answer comes hundreds of events after the one before it.
      repeat {
        page = try tx.events(since: events.last?.sequence ?? sequence, limit: limit)
        events += page
      } while page.count == limit
    } catch {
      guard case .historyGone = error else { throw error }
      return nil
    }
    self.events = events
    guard let id, events.contains(where: { $0.kind == .attemptFinished && $0.detail.attemptId == id }) else { return }
    credit = try Credit(id, tx)
  }
}
