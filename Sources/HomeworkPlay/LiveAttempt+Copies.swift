public import HomeworkModel
import HomeworkStore

/// An attempt is played on one copy of the library at a time.
extension LiveAttempt {
  /// Returns the copy of the library on which the attempt is played: answers are refused here until it is taken over.
  /// Returns `nil` for this copy, and before an attempt starts.
  ///
  /// - Throws: `StoreError`.
  public func homeAndWait() throws -> SyncCopy.ID? {
    try attemptId.flatMap { id in try store.readAndWait { tx in try tx.owningCopy(of: id) } }
  }

  /// Returns the copy of the library on which the attempt is played; see `homeAndWait`.
  public func home() async throws -> SyncCopy.ID? {
    try await Store.offThread { _ in try self.homeAndWait() }
  }

  /// Continues the attempt here, even if the other copy cannot be reached; see `WriteTransaction.takeAttempt`.
  ///
  /// - Throws: `StoreError`, such as `attemptAlreadyOpen`; `LiveAttemptError.notStarted`.
  public func takeOverAndWait() throws {
    guard let id = attemptId else { throw LiveAttemptError.notStarted }
    _ = try store.writeAndWait { tx in try tx.takeAttempt(id) }
  }

  /// Continues the attempt here; see `takeOverAndWait`.
  public func takeOver() async throws {
    try await Store.offThread { _ in try self.takeOverAndWait() }
  }
}
