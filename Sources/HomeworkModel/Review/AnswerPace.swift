/// Rates answers for FSRS by the learner's usual speed for each question type.
///
/// A rating depends only on earlier answers, so it never changes later.
package struct AnswerPace: Sendable {
  private var kinds: [QuestionKind: OfOneKind] = [:]

  /// Creates the pace of a learner without answers.
  package init() {}

  /// Adds the next answer, in order of time, and returns its rating.
  ///
  /// The rating is `again` if the answer is wrong or skipped, `hard` if it is correct but took more than twice the
  /// median of earlier answers, and otherwise `good`. The median covers this learner's correct and wrong answers to
  /// questions of this type, if there are at least ten. An answer of 0 ms was not timed: it does not count for the
  /// median and is not slow.
  package mutating func rate(_ outcome: Outcome, of kind: QuestionKind, elapsedMs: Int) -> CardMemory.Rating {
    kinds[kind, default: OfOneKind()].rate(outcome, elapsedMs)
  }

  private struct OfOneKind: Sendable {
    private static let neededAnswers = 10
    private var times = RunningMedian()

    mutating func rate(_ outcome: Outcome, _ elapsedMs: Int) -> CardMemory.Rating {
      let isSlow = times.count >= Self.neededAnswers && elapsedMs > times.twiceTheMedian
      switch outcome {
      case .skipped: return .again
      case .correct, .wrong: if elapsedMs > 0 { times.add(elapsedMs) }
      }
      return outcome == .wrong ? .again : isSlow ? .hard : .good
    }
  }
}

/// The running median of numbers. Two heaps hold the lower and the upper half, with the numbers next to the median at
/// their tops.
struct RunningMedian: Sendable {
  private var lower = Heap(), upper = Heap()

  var count: Int { lower.count + upper.count }

  /// Twice the median: the sum of the two middle numbers if their count is even; 0 if there are none.
  var twiceTheMedian: Int {
    let middle = -(lower.least ?? 0)
    return middle + (count.isMultiple(of: 2) ? upper.least ?? 0 : middle)
  }

  /// Adds a number in logarithmic time.
  mutating func add(_ number: Int) {
    // With an odd count the lower half has one more. It stores negatives, so that its greatest is its heap's least.
    if count.isMultiple(of: 2) {
      lower.insert(-upper.exchangingLeast(for: number))
    } else {
      upper.insert(-lower.exchangingLeast(for: -number))
    }
  }

  /// A binary heap: no number is less than its parent.
  private struct Heap: Sendable {
    private var numbers: [Int] = []

    var count: Int { numbers.count }
    var least: Int? { numbers.first }

    mutating func insert(_ number: Int) {
      var index = numbers.count
      numbers.append(number)
      while index > 0, numbers[(index - 1) / 2] > number {
        numbers[index] = numbers[(index - 1) / 2]
        index = (index - 1) / 2
      }
      numbers[index] = number
    }

    /// Returns the least of all numbers and `number`, and keeps the others.
    mutating func exchangingLeast(for number: Int) -> Int {
      guard let least = numbers.first, least < number else { return number }
      var index = 0
      while true {
        var below = 2 * index + 1
        if below + 1 < numbers.count, numbers[below + 1] < numbers[below] { below += 1 }
        guard below < numbers.count, numbers[below] < number else { break }
        numbers[index] = numbers[below]
        index = below
      }
      numbers[index] = number
      return least
    }
  }
}
