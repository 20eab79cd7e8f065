import HomeworkModel

extension SyncCounts {
  /// Compares what a sync reports with what has changed.
  ///
  /// - Parameters:
  ///   - ignored: the fields that another program has changed.
  ///   - named: puts the names of steps in place of ids.
  func compare(
    _ before: PlainFacts, _ after: PlainFacts, ignoring ignored: Set<String>, _ named: (String) -> String
  ) throws {
    let (was, now) = (Set(before.presentLearners), Set(after.presentLearners)), learners = now.count - was.count
    let shown = after.visibleHomework.filter { !before.isVisible($0) }
    let gone = before.visibleHomework.count { !after.isVisible($0) } + was.subtracting(now).count
    // Homework that is hidden here may have been removed elsewhere. Nothing is left to compare of answers that were
    // received, and removed with their homework by the same sync.
    let isRemoved = Set(before.homework.keys).union(after.deletions.keys).contains { after.homework[$0] == nil }
    let came = after.attempts.map { id, attempt in
      let answers = after.line(id).answers, new = answers.count { before.answers[$0]?.learner != attempt.learner }
      let wasHidden = before.attempts[id] != nil && before.attempt(id) == nil
      return (after.attempt(id) == nil ? 0 : new, wasHidden ? answers.count : new)
    }
    let answers = came.reduce(0) { $0 + $1.0 }...(isRemoved ? .max : came.reduce(0) { $0 + $1.1 })
    // A revision that takes in corrections is no edit.
    func value(_ edit: Stamped<String>?) -> Substring { (edit?.value ?? "").prefix { $0 != "+" } }
    let edits = after.edits.filter { key, edit in
      let words = key.split(separator: " ").map(String.init), thing = words[0]
      return value(before.edits[key]) != value(edit) && (words.count < 3 || now.contains(words[2]))
        && (thing == "library" || before.isVisible(thing) || was.contains(thing)
          || after.attempts[thing].map { before.attempts[thing]?.learner == $0.learner } ?? false)
    }.keys.sorted()
    // The name of one who follows an erasure, or what is hidden now, may not count.
    let certain = edits.count { key in
      let thing = String(key.prefix { $0 != " " })
      if was.contains(thing) { return after.erased.isEmpty }
      if ignored.contains(key) { return false }
      // Of homework with a quiz, none is shown as ready.
      let values = [before.edits[key]?.value, after.edits[key]?.value]
      if key.hasSuffix(" generation"), values.allSatisfy({ ["none", "ready"].contains($0) }) { return false }
      return thing == "library" || [before, after].allSatisfy { $0.attempt(thing) != nil || $0.isVisible(thing) }
    }
    // Of corrections only the store knows how many fields they are; and whether those of what was deleted are here.
    let isCorrected = after.corrections.contains { key, correction in
      before.corrections[key] == nil || before.edits["\(key) undone"]?.at != after.edits["\(key) undone"]?.at
        || before.deletions[correction.homework] != nil
    }
    for (what, count, expected) in [
      // One who follows an erasure comes from no copy.
      ("learners", self.learners, was.isSubset(of: now) ? learners...learners : 0...now.count),
      ("homework", homework, shown.count...shown.count),
      ("answers", self.answers, answers),
      ("deletions", deletions, gone...gone),
      ("edits", self.edits, certain...(isCorrected || isRemoved ? .max : edits.count + ignored.count)),
    ] where !expected.contains(count) {
      throw Finding(.counts, named("\(what) are counted as \(count), not \(expected): \(edits)"))
    }
  }
}

extension SyncHello {
  /// Returns true if another copy lacks any of this one's changes.
  func hasNews(for other: SyncHello) -> Bool { known.contains { $1.time > other.known[$0]?.time ?? -1 } }
}
