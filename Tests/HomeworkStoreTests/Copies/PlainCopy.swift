import HomeworkModel

/// The expected content of a copy, in the plainest form: the set of facts, from which everything else is computed.
struct PlainCopy {
  /// An answer with all answers before it, so that two lines that diverge are two facts.
  struct Line: Hashable {
    let attempt: Attempt.ID, homework: Homework.ID
    var answers: [PlainAnswer]
    /// When it was finished.
    var finishedAtMs: Int64?
  }

  struct PlainAnswer: Hashable {
    let atMs: Int64, isCorrect: Bool
  }

  struct Edit: Hashable {
    let homework: Homework.ID, atMs: Int64, title: String
  }

  /// An answer that was graded anew; answers have times of their own.
  struct Grading: Hashable {
    let answeredAtMs: Int64, atMs: Int64, isCorrect: Bool
  }

  var lines: Set<Line> = []
  var gradings: Set<Grading> = []
  var edits: Set<Edit> = []
  var deletions: [Homework.ID: Int64] = [:]
  /// The latest time at which something was done with homework that makes it come back.
  var uses: [Homework.ID: Int64] = [:]

  mutating func add(_ other: PlainCopy) {
    lines.formUnion(other.lines)
    gradings.formUnion(other.gradings)
    edits.formUnion(other.edits)
    deletions.merge(other.deletions) { max($0, $1) }
    uses.merge(other.uses) { max($0, $1) }
  }

  // MARK: What follows

  var homework: Set<Homework.ID> {
    Set(edits.map(\.homework)).filter { id in deletions[id].map { uses[id] ?? 0 > $0 } ?? true }
  }

  func title(_ id: Homework.ID) -> String? { edits.filter { $0.homework == id }.max { $0.atMs < $1.atMs }?.title }

  /// The line that is the attempt: at each answer where lines diverge, the earlier one.
  func line(_ id: Attempt.ID) -> Line? {
    var left = lines.filter { $0.attempt == id }
    guard var line = left.first else { return nil }
    (line.answers, line.finishedAtMs) = ([], nil)
    while true {
      let index = line.answers.count
      let answers = left.filter { $0.answers.count > index }.map { ($0.answers[index].atMs, $0.answers[index]) }
      let ends = left.filter { $0.answers.count == index }.compactMap(\.finishedAtMs)
      let next = answers.min { $0.0 < $1.0 }
      if let end = ends.min(), end < next?.0 ?? .max {
        line.finishedAtMs = end
        return line
      }
      guard let next else { return line }
      line.answers.append(next.1)
      left = left.filter { $0.answers.count > index && $0.answers[index] == next.1 }
    }
  }

  /// The answers of attempts that were continued on two copies, and lost: each ends a line that no longer one contains.
  func lostLines(_ id: Attempt.ID) -> Set<[PlainAnswer]> {
    let main = line(id)?.answers ?? []
    let lost = Set(lines.filter { $0.attempt == id }.map(\.answers)).filter { !main.starts(with: $0) }
    return lost.filter { one in !lost.contains { $0 != one && $0.starts(with: one) } }
  }

  var attempts: Set<Attempt.ID> { Set(lines.map(\.attempt)) }

  var finished: [Line] { attempts.compactMap { line($0) }.filter { $0.finishedAtMs != nil } }

  /// The line for which each attempt is credited: what one that lost has earned stays until the attempt is finished.
  var credited: [Line] {
    attempts.compactMap { id in
      if let line = line(id), line.finishedAtMs != nil { return line }
      return lines.filter { $0.attempt == id && $0.finishedAtMs != nil }
        .max { $0.finishedAtMs ?? 0 < $1.finishedAtMs ?? 0 }
    }
  }

  /// Whether an answer is correct by its last grading.
  func isCorrect(_ answer: PlainAnswer) -> Bool {
    let last = gradings.filter { $0.answeredAtMs == answer.atMs }.max { $0.atMs < $1.atMs }
    return last?.isCorrect ?? answer.isCorrect
  }

  func best(_ id: Homework.ID) -> Int? {
    finished.filter { $0.homework == id }.map { $0.answers.count(where: isCorrect) }.max()
  }

  /// The stars of credited attempts at multiple-choice questions.
  var stars: Int {
    credited.reduce(0) { sum, line in
      var (run, stars) = (0, 0)
      for answer in line.answers {
        run = isCorrect(answer) ? run % 10 + 1 : 0
        if run >= 5 { stars += 1 }
      }
      return sum + stars
    }
  }

  func progress(_ id: Homework.ID) -> Int { finished.count { $0.homework == id } }
}
