/// Writes of a server, which has other things to do than to wait for each.
extension Store {
  /// Gets a write in line, and returns at once. Call `writeEnqueued` when there is no more to enqueue at the moment.
  ///
  /// - Parameters:
  ///   - body: runs on another thread, beside other callers' writes, and again where their transaction was lost.
  ///   - completion: called once, on whichever thread wrote: all of it is on disk then, or nothing of it.
  /// - Returns: what takes it back: it ends with `cancelled` then and has changed nothing, unless it is being written.
  public func enqueue<Result: Sendable>(
    _ body: @escaping @Sendable (WriteTransaction) throws(StoreError) -> Result,
    completion: @escaping @Sendable (Swift.Result<Result, StoreError>) -> Void
  ) -> @Sendable () -> Void {
    let waiting = WaitingWrite<Result>()
    waiting.enter(writer, on: workQueue, body, isLedLater: true, completion)
    return { waiting.cancel() }
  }

  /// Writes what is enqueued as one group, on this thread, unless another one is at it.
  public func writeEnqueued() {
    writer.leadWhereIdle()
  }
}
