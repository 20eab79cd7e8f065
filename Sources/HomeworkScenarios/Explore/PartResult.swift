import HomeworkReports
import HomeworkSystem

/// What came of all sequences that begin alike.
struct PartResult: Sendable {
  var sequences = 0, points = 0, steps = 0
  var violation: Violation?
}

enum Parts {
  /// Explores the parts of a space side by side, in order. What comes later than a part that breaks a law is left out.
  static func explored<Part: Sendable, Found: Sendable>(
    _ parts: [Part], onProgress: @Sendable (_ done: Int, _ all: Int) -> Void, breaks: @Sendable (Found) -> Bool,
    _ explore: @Sendable (Part) -> Found
  ) -> [Found] {
    let results = Guarded((found: [Int: Found](), done: 0, broken: Int.max))
    DispatchQueue.concurrentPerform(iterations: parts.count) { index in
      let found = results.withLock { $0.broken > index } ? explore(parts[index]) : nil
      let done = results.withLock { results in
        results.found[index] = found
        results.done += 1
        if let found, breaks(found) { results.broken = min(results.broken, index) }
        return results.done
      }
      onProgress(done, parts.count)
    }
    return results.withLock { results in parts.indices.compactMap { results.found[$0] } }
  }
}
