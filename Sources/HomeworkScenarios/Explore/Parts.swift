import HomeworkSystem

package enum Parts {
  /// Returns the result of each part, in order. Parts after one whose result ends the work are left out.
  ///
  /// - Parameter jobs: the number of parts at a time; by default the number of processors.
  package static func results<Part: Sendable, Found: Sendable>(
    of parts: [Part], jobs: Int? = nil, onProgress: @Sendable (_ done: Int, _ all: Int) -> Void,
    ends: @Sendable (Found) -> Bool, _ body: @Sendable (Part) -> Found
  ) -> [Found] {
    let results = Guarded((found: [Int: Found](), next: 0, done: 0, end: Int.max))
    DispatchQueue.concurrentPerform(iterations: min(jobs ?? Surroundings.processors, max(1, parts.count))) { _ in
      while true {
        let (index, isWanted) = results.withLock { results in
          defer { results.next += 1 }
          return (results.next, results.end > results.next)
        }
        guard index < parts.count else { return }
        let found = isWanted ? body(parts[index]) : nil
        let done = results.withLock { results in
          results.found[index] = found
          results.done += 1
          if let found, ends(found) { results.end = min(results.end, index) }
          return results.done
        }
        onProgress(done, parts.count)
      }
    }
    return results.withLock { results in parts.indices.compactMap { results.found[$0] } }
  }
}
