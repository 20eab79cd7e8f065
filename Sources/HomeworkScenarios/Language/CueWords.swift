import HomeworkMotion
import HomeworkReports

extension CueReport {
  /// `A1 newStreak suppressed because killResume at 200, ended 600`.
  var line: String {
    "\(name) \(disposition.rawValue)" + (reason.map { " because \($0.rawValue)" } ?? "") + " at \(startMs) ms"
      + (endedMs.map { ", ended \($0) ms" } ?? "")
  }
}

extension FieldValue {
  /// As reports write it; `nil` when empty.
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
