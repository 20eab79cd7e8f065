import HomeworkMotion

/// Every cue that the processes of one run have told, with how it ended. What a person in front of the screen has seen.
struct CueBook {
  private(set) var cues: [Cue] = []
  private var places: [CueID: Int] = [:]
  /// Cues told twice, by whatever process: the second law forbids it.
  private(set) var toldAgain: [Cue] = []

  mutating func note(started: [Cue], changed: [Cue]) {
    for cue in started {
      if let place = places[cue.id], !cue.comesAnew(after: cues[place]) {
        toldAgain.append(cue)
        continue
      }
      places[cue.id] = cues.count
      cues.append(cue)
    }
    for cue in changed {
      guard let place = places[cue.id] else { continue }
      cues[place] = cue
    }
  }

  /// Suppresses what is running or scheduled at the kill, and returns it.
  mutating func kill(atMs: Int) -> [Cue] {
    var killed: [Cue] = []
    for place in cues.indices {
      guard let cue = cues[place].killed(atMs: atMs) else { continue }
      cues[place] = cue
      killed.append(cue)
    }
    return killed
  }

  subscript(id: CueID) -> Cue? { places[id].map { cues[$0] } }

  /// What is on screen, or scheduled to be.
  func running(atMs: Int) -> [Cue] { cues.filter { $0.disposition(at: atMs) == nil } }

  /// Once each, in order of start; of those that start together, in the order in which they were told.
  var inOrderOfStart: [Cue] {
    cues.enumerated().sorted { ($0.element.startMs, $0.offset) < ($1.element.startMs, $1.offset) }.map(\.element)
  }
}

extension Cue {
  /// Whether a person did again on the screen what they did at this instant before the process died: nothing of it is
  /// saved, so that nothing can tell it again.
  fileprivate func comesAnew(after other: Cue) -> Bool {
    (trigger.fact == .screen || trigger.fact == .inputRejected) && other.ending.reason == .killResume
  }
}
