import HomeworkReports
import HomeworkSystem

/// What came of all sequences that begin alike.
struct PartResult: Sendable {
  var sequences = 0, points = 0, steps = 0
  var violation: Violation?
}

extension SequenceExploration {
  /// Explores the parts of a space side by side. What comes later than a part that breaks a law is left out.
  ///
  /// - Parameter parts: shortest sequences first, so that the violation is the shortest.
  init<Part: Sendable>(
    upTo longest: Int, parts: [Part], onProgress: (@Sendable (_ done: Int, _ all: Int) -> Void)?,
    explore: @Sendable (Part) -> PartResult
  ) {
    let results = Guarded([Int: PartResult]())
    DispatchQueue.concurrentPerform(iterations: parts.count) { index in
      let isNeeded = results.withLock { !$0.contains { $0.key < index && $0.value.violation != nil } }
      let result = isNeeded ? explore(parts[index]) : PartResult()
      let done = results.withLock { results in
        results[index] = result
        return results.count
      }
      onProgress?(done, parts.count)
    }
    let all = results.withLock { results in parts.indices.compactMap { results[$0] } }
    self.init(
      upTo: longest, sequences: all.reduce(0) { $0 + $1.sequences }, points: all.reduce(0) { $0 + $1.points },
      steps: all.reduce(0) { $0 + $1.steps }, violation: all.lazy.compactMap(\.violation).first)
  }
}
