import HomeworkModel
import HomeworkMotion
import HomeworkReports
import HomeworkStore

/// Several copies of a library in one script: each is a run of its own, with its own program, screen and cues. One of
/// them is played; clock, numbers and the report pass from one to the next.
extension ScenarioRun {
  /// Opens all copies, which have what the library contains before the script begins.
  mutating func openAll() throws {
    try open()
    for (number, name) in scenario.copies.dropFirst().enumerated() {
      try turn(to: name)
      try open()
      for program in programs { try program.beginCopy(number: number + 1) }
    }
    if let first = scenario.copies.first { try turn(to: first) }
  }

  var programs: [any ProgramUnderTest] { [program] + [account, model].compactMap { $0?.program } }

  mutating func turn(to name: String) throws {
    guard name != copy else { return }
    guard var next = otherCopies.removeValue(forKey: name) else {
      throw ProgramFailure.broken("there is no copy \(name.quoted)")
    }
    var left = self
    (next.otherCopies, left.otherCopies) = (otherCopies, [:])
    next.otherCopies[copy] = left
    next.share(self)
    (next.report, next.alwaysExpectations) = (report, alwaysExpectations)
    self = next
  }

  private mutating func share(_ other: ScenarioRun) { (present, laws.line) = (other.present, other.laws.line) }

  /// Exchanges with another copy what each lacks, or dies on the way.
  mutating func exchange(with name: String?) throws {
    guard let name = name ?? otherCopies.keys.first, var other = otherCopies[name] else {
      throw ProgramFailure.broken("there is no other copy")
    }
    try needProcess("to sync")
    guard other.process.isAlive else {
      throw ProgramFailure.scriptError(
        "the process of \(name.quoted) is not alive: write copy \(name.quoted) and resume before sync")
    }
    present.serial += 1
    other.share(self)
    let before = [try checkFacts(), try other.checkFacts()]
    let limit: Int? = if case .atPart(let part)? = process.armed?.point { part } else { nil }
    let exchange = try Exchange(program, other.program, serial: present.serial, atMs: nowMs, upTo: limit)
    for (mine, theirs) in zip(programs, other.programs).dropFirst() {
      let like = try Exchange(mine, theirs, serial: present.serial, atMs: nowMs, upTo: exchange.parts)
      account?.note(like.cues.mine)
      other.account?.note(like.cues.theirs)
    }
    shown.lastAction = LastAction(atMs: nowMs, touched: note(exchange.cues.mine), line: present.line)
    _ = other.note(exchange.cues.theirs)
    report.trace.append(TraceEntry(atMs: nowMs, event: "sync") { $0.parts = exchange.parts })
    let found = [try checkFacts(), try other.checkFacts()]
    if exchange.isComplete {
      let shared = try [program, other.program].map { program in try program.shared() }
      laws.judge(exchanged: found[0], before, shared)
      other.laws.judge(exchanged: found[1], before, shared)
    }
    otherCopies[name] = other
    if exchange.parts == limit, let armed = process.armed { try kill(armed.mode, at: armed.point) }
  }

  // MARK: The end

  mutating func conclude() throws {
    report.durationMs = nowMs
    try concludeCopy()
    for name in otherCopies.keys.sorted() {
      try turn(to: name)
      try concludeCopy()
    }
  }
}
