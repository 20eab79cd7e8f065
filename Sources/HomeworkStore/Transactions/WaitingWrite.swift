import HomeworkEngine
import HomeworkModel
import HomeworkSystem
import Synchronization

/// The place in the writer's queue of a caller that does not block.
final class WaitingWrite: Sendable {
  private struct State {
    var isCancelled = false
    var leave: (@Sendable () -> Void)?
  }

  private let state = Guarded(State())

  /// Enqueues the write; `completion` is called once, with the error if there was one.
  ///
  /// - Parameter isLedLater: if nobody writes, the caller ensures that somebody does.
  func enter(
    _ writer: Writer, on queue: DispatchQueue, _ body: @escaping Writer.Body, isLedLater: Bool = false,
    _ completion: @escaping @Sendable ((any Error)?) -> Void
  ) {
    let job = Writer.Job(body, isLedLater: isLedLater) { turn in
      switch turn {
      case .lead: queue.async { writer.leadOn() }
      case .done(let error): completion(error)
      }
    }
    nonisolated(unsafe) let place = job
    let isCancelled = state.withLock { state in
      state.leave = { writer.cancel(place) }
      return state.isCancelled
    }
    guard !isCancelled else { return completion(StoreError.cancelled) }
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

/// Whether a task was cancelled, for threads that work for it.
final class Cancellation: Sendable {
  private let flag = Atomic(false)

  var isCancelled: Bool { flag.load(ordering: .relaxed) }

  func cancel() {
    flag.store(true, ordering: .relaxed)
  }
}
