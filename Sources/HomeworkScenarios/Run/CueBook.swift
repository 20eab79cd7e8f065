import HomeworkMotion
import HomeworkReports

/// Every cue that the processes of one run have reported, with its ending: what a user in front of the screen has seen.
struct CueBook {
  private(set) var cues: [Cue] = []
  private var indexes: [CueID: Int] = [:]
  /// The number of kills so far, and their number when each cue was last reported.
  private var kills = 0
  private var killsBefore: [CueID: Int] = [:]
  /// The cues that a kill cut off, whose end the program has not reported itself.
  private(set) var inferred: Set<CueID> = []
  /// The cues reported twice, by any processes, which the second law forbids.
  private(set) var repeated: [Cue] = []

  init(_ started: [Cue] = []) { note(CueChanges(started: started)) }

  mutating func note(_ new: CueChanges) {
    for cue in new.started {
      if let before = killsBefore[cue.id], before == kills || cue.trigger.isSaved {
        repeated.append(cue)
        continue
      }
      killsBefore[cue.id] = kills
      indexes[cue.id] = cues.count
      cues.append(cue)
    }
    for cue in new.changed {
      guard let index = indexes[cue.id] else { continue }
      cues[index] = cue
    }
  }

  /// Puts a cue in place of what was known of it, or at the end.
  mutating func put(_ cue: Cue) {
    if let index = indexes[cue.id] { return cues[index] = cue }
    indexes[cue.id] = cues.count
    cues.append(cue)
  }

  /// Suppresses the cues that are running or scheduled at the kill, and returns them.
  ///
  /// - Parameter isInferred: true for a program that has to report that itself.
  mutating func kill(atMs: Int, isInferred: Bool = false) -> [Cue] {
    kills += 1
    var killed: [Cue] = []
    for index in cues.indices {
      guard let cue = cues[index].killed(atMs: atMs) else { continue }
      cues[index] = cue
      killed.append(cue)
      if isInferred { inferred.insert(cue.id) }
    }
    return killed
  }

  /// Notes the ends that the program has reported after a kill.
  mutating func noteEnds(_ reported: [CueID]) { inferred.subtract(reported) }

  func report(of cue: Cue, atMs: Int) -> CueReport {
    var report = cue.report(atMs: atMs)
    report.isInferred = inferred.contains(cue.id)
    return report
  }

  /// Returns the book without these cues.
  func without(_ ids: Set<CueID>) -> CueBook { CueBook(cues.filter { !ids.contains($0.id) }) }

  subscript(id: CueID) -> Cue? { indexes[id].map { cues[$0] } }

  func running(atMs: Int) -> [Cue] { cues.filter { $0.disposition(at: atMs) == nil } }

  /// Each cue once, by start, and then in the order of reports.
  var inOrderOfStart: [Cue] {
    cues.enumerated().sorted { ($0.element.startMs, $0.offset) < ($1.element.startMs, $1.offset) }.map(\.element)
  }
}

extension Trigger {
  /// True if the fact is saved, so that a process could show it again. A user's action on the screen alone is not
  /// saved: after a kill it is another occurrence, even in the same millisecond.
  var isSaved: Bool { fact != .screen && fact != .inputRejected && fact != .revisited }
}

extension CueReport {
  /// The cue as a line: `A1 newStreak suppressed because killResume at 200 ms, ended 600 ms`, `A3 played from 0 to 6 at
  /// 900 ms`.
  var line: String {
    let end = isInferred ? "cut off" : disposition.rawValue + (reason.map { " because \($0.rawValue)" } ?? "")
    return "\(name) \(end)\(countWords)" + " at \(startMs) ms" + (endedMs.map { ", ended \($0) ms" } ?? "")
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
