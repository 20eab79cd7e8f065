import Foundation
import Synchronization

/// An asynchronous caller's place in the writer's line.
final class WaitingWrite<Value: Sendable>: Sendable {
  typealias Outcome = Result<Value, StoreError>

  private struct State {
    var isCancelled = false
    var leave: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())

  /// Gets in line; `continuation` is resumed once.
  func enter(
    _ writer: Writer, on queue: DispatchQueue,
    _ body: @escaping @Sendable (WriteTransaction) throws(StoreError) -> Value,
    _ continuation: CheckedContinuation<Outcome, Never>
  ) {
    // Written while the group is, read when it is over: by one thread after the other.
    nonisolated(unsafe) var value: Value?
    let job = Writer.Job { transaction in
      do throws(StoreError) {
        value = try body(transaction)
        return nil
      } catch {
        return error
      }
    } notify: { turn in
      switch turn {
      case .lead: queue.async { writer.leadGroup() }
      case .done(let error?): continuation.resume(returning: .failure(error))
      case .done(nil):
        continuation.resume(
          returning: value.map(Outcome.success) ?? .failure(.inconsistent("a write without a result")))
      }
    }
    nonisolated(unsafe) let place = job
    let isCancelled = state.withLock { state in
      state.leave = { writer.cancel(place) }
      return state.isCancelled
    }
    guard !isCancelled else { return continuation.resume(returning: .failure(.cancelled)) }
    writer.submit(job)
  }

  func cancel() {
    let leave = state.withLock { state in
      state.isCancelled = true
      return state.leave
    }
    leave?()
  }
}
