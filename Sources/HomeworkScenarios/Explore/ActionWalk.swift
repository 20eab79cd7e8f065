import HomeworkModel
import HomeworkMotion
import HomeworkPlay
import HomeworkReports
import HomeworkStore

/// Walks all sequences of one length with the same beginning, over one store that undoes each action.
///
/// Each node holds the possible lives at this point, of which the first was never killed. Every kill strikes and its
/// result is judged, but the walk does not continue from a kill whose continuation equals another one:
/// - A kill leaves a store and no session. Wherever it strikes between the commits of two actions, the next process
///   opens on the same store, at the same question: these kills are one, opened when the next action comes. An action
///   killed before its commit is repeated by that process; after its commit, the next process opens on the store of the
///   child.
/// - The store of a killed life equals that of a life never killed, except for the time spent on a question, which
///   nothing that is shown depends on: it continues on the same store, where ids and times are the same.
/// - Runs that have shown the same cues are merged from here on.
/// - A refused action takes no time and changes nothing, so no sequence continues after it.
struct ActionWalk {
  struct Node {
    var lives: [[ExploredProcess]]
    /// Every cue that the lives have reported, which is the same for all of them.
    var shown: Set<CueID> = []
  }

  /// The result of an action in one of the lives.
  struct Played {
    let live: ExploredProcess
    let session: Session
    var done: Acknowledged?
    var cues = CueChanges()
    var refusal: Refusal?
    /// The facts afterwards, if the action is judged.
    var facts: [Snapshot] = []
  }

  let target: ExplorationTarget
  private let length: Int
  var result: SequenceExploration
  /// The actions that were not refused.
  var done: [ExploredAction] = []

  private let onState: (@Sendable (ExploredState) -> Void)?

  init(_ target: ExplorationTarget, length: Int, onState: (@Sendable (ExploredState) -> Void)?) {
    (self.target, self.length, self.onState) = (target, length, onState)
    result = SequenceExploration(upTo: length)
  }

  private var end: Int { target.beginning.count + length }
  /// Earlier actions were judged at the end of shorter sequences.
  private var isJudged: Bool {
    target.kind == .answers ? done.count >= target.beginning.count : length == 0 || done.count == end - 1
  }

  mutating func play(_ first: [ExploredAction]) {
    let target = target
    do {
      try target.rehearse {
        let lives = try [0, 1].map { [try target.open($0, atMs: 0)] }
        try extend(Node(lives: lives), (target.beginning + first)[...])
      }
    } catch { self.break(.nothingLost, "it cannot be played: \(error)", nil) }
  }

  private mutating func extend(_ node: Node, _ forced: ArraySlice<ExploredAction>) throws {
    guard result.violation == nil, done.count < end else { return }
    let before = isJudged ? try target.facts() : []
    for action in forced.first.map({ [$0] }) ?? target.actions(after: done) {
      try play(action, at: node, before, forced.dropFirst())
    }
  }

  private mutating func play(
    _ action: ExploredAction, at node: Node, _ before: [Snapshot], _ forced: ArraySlice<ExploredAction>
  ) throws {
    let target = target
    let lives = node.lives[action.player]
    var killed: [Played] = []
    for process in lives.dropFirst() { try target.rehearse { killed.append(try attempt(action, by: process)) } }
    let isStruck = isJudged && action.saves
    let struck = isStruck ? try strike(action, lives[0], before) : nil
    try target.rehearse {
      let played = try attempt(action, by: lives[0])
      let isDone = played.refusal == nil
      if isJudged {
        if length > 0, done.count == end - 1 { result.sequences += 1 }
        judge(action, played, at: node, before)
        for other in killed { compare(other, with: played, after: action) }
      }
      if isStruck { compare(struck ?? before, isCut: struck != nil, with: played, after: action) }
      guard isDone, result.violation == nil else { return }
      let isJudged = isJudged
      done.append(action)
      defer { done.removeLast() }
      try extendAfter(action, played, killed, at: node, forced, isJudged: isJudged)
    }
  }

  /// Continues after a done action: with the deaths that can follow it, and the actions after them.
  private mutating func extendAfter(
    _ action: ExploredAction, _ played: Played, _ killed: [Played], at node: Node, _ forced: ArraySlice<ExploredAction>,
    isJudged: Bool
  ) throws {
    let (step, nextMs) = (done.count - 1, target.time(ofStep: done.count))
    var next = node
    var lives = [played.live]
    var shown = [played.live.session.untimed(atMs: nextMs)]
    func add(_ process: ExploredProcess) {
      let session = process.session.untimed(atMs: nextMs)
      guard !shown.contains(session) else { return }
      lives.append(process)
      shown.append(session)
    }
    for other in killed { add(other.live) }
    next.shown.formUnion(played.cues.started.map(\.id))
    if isJudged { try dieAfterwards(action, lives, at: next, played.facts) }
    guard done.count < end || onState != nil else { return }
    let resumed = try target.open(action.player, atMs: nextMs)
    resumed.death = .after(step: step)
    add(resumed)
    next.lives[action.player] = lives
    if isJudged, let onState {
      for (player, lives) in next.lives.enumerated() {
        for process in lives {
          let shown = process.session.untimed(atMs: nextMs)
          onState(ExploredState(done: done, player: player, shown: shown, facts: played.facts[player]))
        }
      }
    }
    try extend(next, forced)
  }

  private mutating func attempt(_ action: ExploredAction, by process: ExploredProcess) throws -> Played {
    result.steps += 1
    let live = process.copy()
    var played = Played(live: live, session: live.session)
    do {
      let (done, cues) = try target.play(action, on: live, step: self.done.count)
      (played.done, played.cues) = (done, cues)
    } catch { played.refusal = Refusal(error) }
    if isJudged { played.facts = try target.facts() }
    return played
  }

  /// Dies at every instant before the next action when anything starts, ends or changes its phase.
  private mutating func dieAfterwards(
    _ action: ExploredAction, _ lives: [ExploredProcess], at node: Node, _ facts: [Snapshot]
  ) throws {
    let step = done.count - 1
    let (atMs, nextMs) = (target.time(ofStep: step), target.time(ofStep: step + 1))
    var moments: Set<Int> = [atMs]
    // The results of many sequences are the same, so that some moments do.
    let results = target.kind == .answers && action == .finish ? [0, 450, 900, 1100] : []
    moments.formUnion(results.map { atMs + $0 })
    let other = node.lives[1 - action.player][0]
    for cue in results.isEmpty ? lives[0].session.cues + other.session.cues : [] {
      var own = [cue.startMs, cue.ending.atMs]
      for phase in cue.phases { own += [cue.startMs + phase.startMs, cue.startMs + phase.endMs] }
      moments.formUnion(own.filter { atMs < $0 && $0 < nextMs })
    }
    for moment in moments.sorted() {
      result.points += 1
      result.steps += 1
      let resumed = try target.open(action.player, atMs: moment)
      judge(resumed, of: lives, shown: node.shown, facts[action.player], waitedMs: moment - atMs)
    }
  }

  /// - Parameter isOfBoth: true if only the second learner sees the violation.
  mutating func `break`(
    _ law: Law, _ detail: String, _ action: ExploredAction?, _ death: ActionDeath? = nil, isOfBoth: Bool = false
  ) {
    guard result.violation == nil else { return }
    let actions = done + (action.map { [$0] } ?? [])
    let script = ActionScript(actions, death, on: target, isOfBoth: isOfBoth)
    result.violation = Violation(law: law, detail: detail, script: script.text)
  }
}
