import HomeworkMotion
import HomeworkReports

extension CueReport {
  /// The cue as a line: `A1 newStreak suppressed because killResume at 200 ms, ended 600 ms`, `A3 played from 0 to 6 at
  /// 900 ms`.
  var line: String {
    "\(name) \(disposition.rawValue)" + (reason.map { " because \($0.rawValue)" } ?? "") + countWords
      + " at \(startMs) ms" + (endedMs.map { ", ended \($0) ms" } ?? "")
  }

  /// The start and end of its count, whether it has a step for each star or a single one.
  var count: [Double]? {
    let steps = (phases ?? []).filter { $0.property == .count }
    return steps.first.flatMap { first in steps.last.map { [first.from, $0.to] } }
  }

  /// The count as ` from 0 to 6`; empty if it does not count.
  var countWords: String { count.map { " from \(Int($0[0])) to \(Int($0[1]))" } ?? "" }
}

extension FieldValue {
  /// The value in reports; `nil` if it is empty.
  var words: String? {
    switch self {
    case _ where isEmpty: nil
    case .empty: nil
    case .text(let text): text
    case .number(let number): String(number)
    case .list(let items): items.joined(separator: "; ")
    }
  }
}
