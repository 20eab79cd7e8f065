import Foundation
import HomeworkModel
import HomeworkStore
import Measure

extension StoreBenchmark {
  /// Measures an exchange with an empty copy, and one between equal copies.
  static func exchanges(_ files: Files) throws -> [Figure] {
    let (all, nothing) = ("exchange of 100,000 answers with an empty copy", "exchange between equal copies of them")
    guard isWanted(all) || isWanted(nothing) else { return [] }
    let path = try files.played("answers.sqlite", homework: 100, by: 10, times: 10)
    let store = try Store.openAndWait(path: path)
    var other = store
    let full = try alternate(
      rounds: 3, warmUp: 0,
      [
        {
          other = try Store.openAndWait(path: files.path("copy-\(UUID().uuidString).sqlite"))
          let sent = try exchange(store, other).sent
          guard sent.answers == 100_000 else { throw CocoaError(.coderInvalidValue) }
        }
      ])
    let equal = try alternate(rounds: 7, [{ _ = try exchange(store, other) }])
    return [
      Figure(all, full[0].seconds, "s", goal: .atMost(5)),
      Figure(nothing, equal[0].seconds * 1000, "ms", goal: .atMost(50)),
    ]
  }

  private static func exchange(_ one: Store, _ other: Store) throws -> SyncReport {
    let group = DispatchGroup()
    nonisolated(unsafe) var result = Result<SyncReport, any Error>.success(SyncReport())
    group.enter()
    Task.detached {
      do { result = .success(try await one.sync(with: other)) } catch { result = .failure(error) }
      group.leave()
    }
    group.wait()
    return try result.get()
  }
}
