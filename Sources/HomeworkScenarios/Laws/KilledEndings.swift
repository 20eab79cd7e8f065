import HomeworkMotion

/// How cues of a killed run may end otherwise than without kills: only if a kill is why.
struct KilledEndings {
  /// A moment of a script: its time, and the number of the last action.
  struct Moment {
    var ms = 0
    var serial = 0
  }

  /// When the program was killed.
  let kills: [Moment]
  /// When what triggers a cue was done.
  let done: [Trigger: Moment]
  let toleranceMs: Int
  /// The cues whose end may not have been heard of.
  let possiblyUnreported: Set<CueID>

  /// Returns a cue that ends otherwise, for which no kill is the reason.
  func difference(of cues: CueBook, from wanted: CueBook) -> Breach? {
    for cue in wanted.cues {
      guard let found = cues[cue.id], !possiblyUnreported.contains(cue.id), let done = done[cue.trigger] else {
        continue
      }
      let (has, name) = (found.ending, cue.id.words)
      let isCutOff = has.disposition == .suppressed && has.reason == .killResume
      // The star that settles is still the activated one only in the process that has activated it.
      if cue.animation == .sizeSettle, let star = star(before: cue, in: wanted).flatMap({ self.done[$0.trigger] }),
        kills.contains(where: { star.serial <= $0.serial && $0.serial < done.serial })
      {
        if isCutOff { continue }
        if toleranceMs == 0, cue.ending.reason != .killResume {
          return Breach("\(name) settles a star that was activated before the kill", by: cue.id)
        }
      }
      if isCutOff {
        if cue.ending.reason == .killResume || isKilled(since: done, upTo: cue.ending.atMs) { continue }
        return Breach("\(name) at \(cue.startMs) ms is suppressed: killResume, and no kill cut it off", by: cue.id)
      }
      let counts = [found, cue].map { $0.report(atMs: .max).countWords }
      if has.disposition != .suppressed, counts[0] != counts[1] {
        return Breach("\(name) counts\(counts[0]), and\(counts[1]) without the kill", by: cue.id)
      }
      // Times of a clock that is not ours say too little of what ended what.
      if toleranceMs > 0 { continue }
      if (has.disposition, has.reason) != (cue.ending.disposition, cue.ending.reason) || !isSame(has.atMs, cue) {
        return Breach(
          "\(name) at \(cue.startMs) ms \(words(has)), and \(words(cue.ending)) without the kill", by: cue.id)
      }
    }
    return nil
  }

  /// Returns the star that was activated before a cue in its attempt.
  private func star(before cue: Cue, in book: CueBook) -> Cue? {
    let stars = book.cues.filter { $0.animation.rawValue == "A1" && $0.trigger.attemptId == cue.trigger.attemptId }
    let index = cue.trigger.questionIndex ?? 0
    return stars.filter { $0.trigger.questionIndex ?? .max < index }.max {
      $0.trigger.questionIndex ?? 0 < $1.trigger.questionIndex ?? 0
    }
  }

  private func isKilled(since done: Moment, upTo endMs: Int) -> Bool {
    kills.contains { done.serial <= $0.serial && $0.ms - toleranceMs <= endMs }
  }

  /// The end of a cue that never showed does not matter.
  private func isSame(_ endMs: Int, _ cue: Cue) -> Bool {
    cue.ending.disposition == .suppressed || endMs == cue.ending.atMs
  }

  private func words(_ ending: Ending) -> String {
    let reason = ending.reason.map { " (\($0.rawValue))" } ?? ""
    return ending.disposition == .running
      ? "is running" : "is \(ending.disposition.rawValue)\(reason) by \(ending.atMs) ms"
  }
}
