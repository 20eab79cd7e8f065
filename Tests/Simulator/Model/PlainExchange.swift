import HomeworkModel

/// A learner as another library gets them: everything of theirs, with the homework that they played.
struct PlainDocument {
  var learner: String, name: String
  /// The copy that has exported it.
  var copy: String
  var facts: PlainFacts
}

extension PlainLibrary {
  // MARK: Copies

  /// True if nothing was ever done here, so that it may become a copy of another library.
  var isEmpty: Bool { facts.homework.isEmpty && facts.attempts.isEmpty && facts.learners.count == 1 }

  /// Takes everything of another copy. Returns the kind of the refusal, if any.
  ///
  /// - Parameter hasNews: true if the other one has changes that are not known here, whatever they change.
  mutating func take(
    _ other: PlainLibrary, isEmpty: Bool, isOtherEmpty: Bool, hasNews: Bool, at nowMs: Int64
  ) -> String? {
    guard other.library == library || isEmpty || isOtherEmpty else { return "otherLibrary" }
    if other.library != library {
      guard isEmpty else { return nil }
      (library, facts) = (other.library, PlainFacts())
      uncertainRequests.formUnion(requests.keys)
    }
    var united = facts
    united.unite(with: other.facts)
    // Removed homework comes back only if it was used after its deletion.
    for id in facts.deletions.keys where facts.homework[id] == nil { united.remove(id) }
    if hasNews || united.size != facts.size { united.removeHidden(at: nowMs) }
    if united.erased != facts.erased { uncertainRequests.formUnion(requests.keys) }
    facts = united
    for learner in facts.presentLearners { facts.remember(learner, at: Moment(time: 0, copy: copy)) }
    return nil
  }

  /// Becomes a new copy, as a restored backup does: attempts that were open here go on.
  mutating func becomeCopy(_ id: String, at moment: Moment) {
    for (attempt, _) in facts.attempts where facts.edit(attempt, "home") == copy && facts.state(attempt) == .inProgress
    {
      facts.edits["\(attempt) home"] = Stamped(id, moment)
    }
    copy = id
  }

  // MARK: Documents

  func document(of learner: String) -> PlainDocument? {
    guard facts.presentLearners.contains(learner) else { return nil }
    var left = PlainFacts()
    left.learners = facts.learners.filter { $0.key == learner }
    left.attempts = facts.attempts.filter { $1.value.learner == learner && facts.attempt($0) != nil }
    // Of what is hidden or removed, only what it counts for.
    for (id, credit) in facts.counted(of: learner) where left.attempts[id] == nil {
      left.credits[id] = Stamped(credit, Moment(time: 0, copy: copy))
    }
    let done = facts.visibleHomework.filter { facts.edit($0, "completed \(learner)") != nil }
    let played = Set(left.attempts.values.compactMap(\.value.homework) + done)
    left.homework = facts.homework.filter { played.contains($0.key) }
    let reviews = Set(left.attempts.values.map(\.value.revision))
    left.revisions = facts.revisions.filter { $1.homework.map(played.contains) ?? reviews.contains($0) }
    left.answers = facts.answers.filter { left.attempts[$0.value.attempt] != nil }
    left.index()
    for (attempt, _) in left.attempts {
      let line = facts.line(attempt)
      for key in line.answers {
        left.answers[key]?.documented = facts.outcome(key, isCompleted: line.end?.isCompleted == true)
        left.answers[key]?.gradedBy = Set(facts.corrections.keys)
      }
    }
    left.moments = facts.moments.filter { $0.key.hasPrefix(learner) }
    left.accepted = facts.accepted.filter { left.answers[$0.key] != nil }
    let things = Set(played).union(left.attempts.keys).union([learner])
    left.edits = facts.edits.filter { key, _ in
      let words = key.split(separator: " ")
      guard let thing = words.first, things.contains(String(thing)) else { return false }
      return words.count < 3 || words[2] == learner
    }
    return PlainDocument(learner: learner, name: facts.edit(learner, "name") ?? "", copy: copy, facts: left)
  }

  /// Imports a document, and returns the kind of the refusal, if any.
  mutating func take(_ document: PlainDocument, _ seen: Observation) -> String? {
    var document = document
    if facts.erased.contains(document.learner) {
      document.renameLearner(to: seen.id("learner"))
    } else if facts.learners[document.learner] != nil {
      return "alreadyThere"
    }
    guard isFree(document.name, besides: nil) else { return "nameTaken" }
    // Attempts in progress on the exporting copy continue here, unless one at the same homework already does.
    let busy = document.facts.attempts.filter { document.facts.isOpen($0.key, on: copy) }.map(\.value.homework)
    for key in document.facts.edits.keys {
      let words = key.split(separator: " ").map(String.init)
      if let attempt = document.facts.attempts[words[0]] {
        document.facts.edits[key]?.at = seen.at
        if words[1] == "home", document.facts.edits[key]?.value == document.copy, !busy.contains(attempt.homework) {
          document.facts.edits[key]?.value = copy
        }
      }
      // Homework that is here keeps its own fields, and gets a quiz if it has none; pictures do not travel.
      guard document.facts.homework[words[0]] != nil, words.count < 3 else { continue }
      let isOwn = facts.homework[words[0]] != nil && (words[1] != "quiz" || facts.edit(words[0], "quiz") != nil)
      if isOwn || words[1] == "picture" { document.facts.edits[key] = nil }
      // No edits here: any edit is later.
      if words[1] != "quiz" { document.facts.edits[key]?.at = seen.at }
      if document.facts.edits[key]?.at.time ?? -1 >= 0 { document.facts.edits[key]?.at.time -= 1 << 60 }
    }
    for homework in document.facts.homework.keys { facts.uses[homework] = Stamped(true, seen.at) }
    for attempt in document.facts.attempts.keys { document.facts.attempts[attempt]?.at = seen.at }
    for answer in document.facts.answers.keys { document.facts.answers[answer]?.at = seen.at }
    facts.unite(with: document.facts)
    name(document.learner, document.name, seen.at)
    facts.remember(document.learner, at: seen.at)
    return nil
  }
}

extension PlainDocument {
  /// Makes it another learner's, with other attempts.
  fileprivate mutating func renameLearner(to id: String) {
    var ids = [learner: id]
    for attempt in [String](facts.attempts.keys) + facts.credits.keys {
      ids[attempt] = PlainDocument.id(of: attempt, for: id)
    }
    func rename<Value>(_ facts: Facts<Value>) -> Facts<Value> {
      Dictionary(uniqueKeysWithValues: facts.map { (renamed($0.key), $0.value) })
    }
    func renamed(_ key: String) -> String {
      key.split(separator: " ").map { ids[String($0)] ?? String($0) }.joined(separator: " ")
    }
    (facts.learners, facts.attempts, facts.answers) = (
      rename(facts.learners), rename(facts.attempts), rename(facts.answers)
    )
    (facts.accepted, facts.edits, facts.moments) = (rename(facts.accepted), rename(facts.edits), rename(facts.moments))
    facts.credits = rename(facts.credits)
    for attempt in facts.attempts.keys { facts.attempts[attempt]?.learner = id }
    for attempt in facts.credits.keys { facts.credits[attempt]?.learner = id }
    for (key, answer) in facts.answers {
      facts.answers[key]?.learner = id
      facts.answers[key]?.attempt = renamed(answer.attempt)
      facts.answers[key]?.previous = renamed(answer.previous)
    }
    facts.index()
    learner = id
  }

  /// The id of an attempt that another learner gets.
  static func id(of attempt: String, for learner: String) -> String {
    Attempt.ID(attempt)?.derived(for: learner).text ?? ""
  }
}
