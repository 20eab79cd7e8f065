import HomeworkReports
import HomeworkSystem

/// The result of all sequences with the same beginning.
struct PartResult: Sendable {
  var sequences = 0, points = 0, steps = 0
  var violation: Violation?
}

enum Parts {
  /// Explores the parts of a space in parallel, and returns the results in order. Parts after one that breaks a law are
  /// left out.
  ///
  /// - Parameter jobs: the number of parts at a time; by default the number of processors.
  static func explored<Part: Sendable, Found: Sendable>(
    _ parts: [Part], jobs: Int? = nil, onProgress: @Sendable (_ done: Int, _ all: Int) -> Void,
    breaks: @Sendable (Found) -> Bool,
    _ explore: @Sendable (Part) -> Found
  ) -> [Found] {
    let results = Guarded((found: [Int: Found](), next: 0, done: 0, broken: Int.max))
    DispatchQueue.concurrentPerform(iterations: min(jobs ?? Surroundings.processors, max(1, parts.count))) { _ in
      while true {
        let (index, isWanted) = results.withLock { results in
          defer { results.next += 1 }
          return (results.next, results.broken > results.next)
        }
        guard index < parts.count else { return }
        let found = isWanted ? explore(parts[index]) : nil
        let done = results.withLock { results in
          results.found[index] = found
          results.done += 1
          if let found, breaks(found) { results.broken = min(results.broken, index) }
          return results.done
        }
        onProgress(done, parts.count)
      }
    }
    return results.withLock { results in parts.indices.compactMap { results.found[$0] } }
  }
}
