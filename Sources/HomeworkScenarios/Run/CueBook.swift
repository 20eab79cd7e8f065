import HomeworkMotion

/// Every cue that the processes of one run have told, with how it ended. What a person in front of the screen has seen.
struct CueBook {
  private(set) var cues: [Cue] = []
  private var places: [CueID: Int] = [:]
  /// The number of kills so far, and how many there were when each cue was last told.
  private var kills = 0
  private var killsBefore: [CueID: Int] = [:]
  /// Cues told twice, by whatever process: the second law forbids it.
  private(set) var toldAgain: [Cue] = []

  init(_ started: [Cue] = []) { note(started: started, changed: []) }

  mutating func note(started: [Cue], changed: [Cue]) {
    for cue in started {
      if let before = killsBefore[cue.id], before == kills || cue.trigger.isSaved {
        toldAgain.append(cue)
        continue
      }
      killsBefore[cue.id] = kills
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
    kills += 1
    var killed: [Cue] = []
    for place in cues.indices {
      guard let cue = cues[place].killed(atMs: atMs) else { continue }
      cues[place] = cue
      killed.append(cue)
    }
    return killed
  }

  /// As if these had never been told.
  func without(_ ids: Set<CueID>) -> CueBook { CueBook(cues.filter { !ids.contains($0.id) }) }

  subscript(id: CueID) -> Cue? { places[id].map { cues[$0] } }

  /// What is on screen, or scheduled to be.
  func running(atMs: Int) -> [Cue] { cues.filter { $0.disposition(at: atMs) == nil } }

  /// Once each, in order of start; of those that start together, in the order in which they were told.
  var inOrderOfStart: [Cue] {
    cues.enumerated().sorted { ($0.element.startMs, $0.offset) < ($1.element.startMs, $1.offset) }.map(\.element)
  }
}

extension Trigger {
  /// Whether the fact is saved, so that a process could show it again. What a person only does on the screen is not:
  /// after a kill it is another occurrence, even in the same millisecond.
  var isSaved: Bool { fact != .screen && fact != .inputRejected && fact != .revisited }
}
