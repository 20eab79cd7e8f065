/// How fast a learner answers questions of each type, and so which rating an answer is for FSRS.
///
/// An answer is rated by those settled before it, never by later ones: what was rated once stays as it was, and so does all
/// that follows from it.
public struct AnswerPace: Sendable {
  private var mcq = OfOneKind(), fillBlank = OfOneKind(), shortAnswer = OfOneKind()

  /// Of a learner who has answered nothing.
  public init() {}

  /// Takes the next settled answer, in order of their moments, and returns its rating.
  ///
  /// `again` where it is wrong or skipped; `hard` where it is correct, and took more than twice the median of those before
  /// it; else `good`. The median is of this learner's answers to questions of the type, once there are ten: correct and wrong
  /// ones, since both were thought about, and no skipped ones. One of 0 ms, whose time nobody took, neither counts nor
  /// is slow.
  public mutating func rate(_ outcome: Outcome, of kind: QuestionKind, elapsedMs: Int) -> CardMemory.Rating {
    switch kind {
    case .mcq: mcq.rate(outcome, elapsedMs)
    case .fillBlank: fillBlank.rate(outcome, elapsedMs)
    case .shortAnswer: shortAnswer.rate(outcome, elapsedMs)
    }
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

/// The median of numbers that come one after the other: the lower half and the upper half of them, each in a heap whose top
/// is the number nearest to the other half.
struct RunningMedian: Sendable {
  private var lower = Heap(), upper = Heap()

  var count: Int { lower.count + upper.count }

  /// Of an even number of them the two in the middle, added; of an odd number the middle one, doubled. 0 of none.
  var twiceTheMedian: Int {
    let middle = -(lower.least ?? 0)
    return middle + (count.isMultiple(of: 2) ? upper.least ?? 0 : middle)
  }

  /// In logarithmic time.
  mutating func add(_ number: Int) {
    // The lower half has one more of an odd number. It holds negatives, so that its greatest is the least of its heap.
    if count.isMultiple(of: 2) {
      lower.insert(-upper.exchangingLeast(for: number))
    } else {
      upper.insert(-lower.exchangingLeast(for: -number))
    }
  }

  /// A binary heap: no number is less than that at half its place.
  private struct Heap: Sendable {
    private var numbers: [Int] = []

    var count: Int { numbers.count }
    var least: Int? { numbers.first }

    mutating func insert(_ number: Int) {
      var place = numbers.count
      numbers.append(number)
      while place > 0, numbers[(place - 1) / 2] > number {
        numbers[place] = numbers[(place - 1) / 2]
        place = (place - 1) / 2
      }
      numbers[place] = number
    }

    /// Returns the least of all of them and `number`, and keeps the others.
    mutating func exchangingLeast(for number: Int) -> Int {
      guard let least = numbers.first, least < number else { return number }
      var place = 0
      while true {
        var below = 2 * place + 1
        if below + 1 < numbers.count, numbers[below + 1] < numbers[below] { below += 1 }
        guard below < numbers.count, numbers[below] < number else { break }
        numbers[place] = numbers[below]
        place = below
      }
      numbers[place] = number
      return least
    }
  }
}
