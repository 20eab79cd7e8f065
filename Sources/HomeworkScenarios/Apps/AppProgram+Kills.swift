import HomeworkAPI
import HomeworkModel
import HomeworkProcess
package import HomeworkReports
import HomeworkSystem

/// The ways to end a program under test: by a signal from the runner, by its own means, or by a bridge that ends what
/// it tests.
extension AppProgram {
  private func can(_ kill: AppKill) -> Bool { capabilities?.kills.contains(kill) ?? false }

  /// True if it is a bridge: its process stays, and what it tests has the lives.
  var isBridge: Bool { capabilities?.kill == .own }

  package func kill(_ mode: KillMode) throws -> Death {
    let conversation = try alive
    // The runner decides what another program loses.
    if mode == .powerLoss, app.worker != nil { return try losePower(conversation) }
    guard mode == .simulated, can(.drop) else { return try strike(conversation, isSaved: nil) }
    _ = try ask("app.kill", AppKillParams { ($0.at, $0.by) = (.now, .drop) }, as: AppShapes.killParams)
    return drop()
  }

  /// Arms a kill. A program that can die within its commit is asked to do so; the runner kills others at the right
  /// time.
  package func arm(_ point: KillPoint, mode: KillMode) throws {
    armed = (point, mode)
    guard mode != .powerLoss || app.worker != nil, !isBridge else { return }
    guard let conversation, var killing = AppKillParams(point), can(killing.at == .write ? .write : .commit) else {
      return
    }
    killing.by = mode == .process ? .signal : .drop
    _ = try ask("app.kill", killing, as: AppShapes.killParams)
    conversation.mayEnd = true
  }

  func drop() -> Death {
    armed = nil
    conversation?.drop()
    cues.endLife()
    return Death(cues.take(), early: cues.early)
  }

  func losePower(_ conversation: AppConversation) throws -> Death {
    let seed = world.powerSeed(ofLife: lives)
    // No reader may hold the files open while they are replaced.
    reader = nil
    _ = try ask(
      "app.kill", AppKillParams { ($0.at, $0.by, $0.seed) = (.now, .powerLoss, seed) }, as: AppShapes.killParams)
    var death = try die(conversation, isSaved: nil)
    death.seed = seed
    return death
  }

  /// Kills it at an instant that the runner has chosen.
  func strike(_ conversation: AppConversation, at moment: AppKillParams.Moment = .now, isSaved: Bool?) throws -> Death {
    if isBridge { return try killBehind(conversation, at: moment, isSaved: isSaved) }
    return try die(conversation, isSaved: isSaved)
  }

  /// Kills it, unless it has ended. Complete lines that it had written by then count.
  func die(_ conversation: AppConversation, isSaved: Bool?, of death: Death? = nil) throws -> Death {
    var death = death ?? conversation.process.kill()
    endOrphans()
    var hasSaved = isSaved
    self.conversation = nil
    armed = nil
    for message in try conversation.rest() {
      guard case .notification(let notification) = message else { continue }
      if case .saved = notification, isSaved == nil { hasSaved = true }
      try cues.note(notification, nowMs: realNowMs)
    }
    cues.endLife()
    keepErrors(of: conversation)
    death.isSaved = hasSaved
    (death.cues, death.early) = (cues.take(), cues.early)
    death.unreportedMs = conversation.unreportedSinceMs.map { $0...max($0, cues.nowMs) }
    if death.signal == nil {
      throw ProgramFailure.broken("the program ended by itself \(death.words) before it was killed")
    }
    try death.nameSurvivors()
    return death
  }

  /// Has a bridge end what it tests. What it passes on before its reply counts, and nothing of that life after it.
  private func killBehind(
    _ conversation: AppConversation, at moment: AppKillParams.Moment, isSaved: Bool?
  ) throws -> Death {
    // Since the last answered request, or in the one that is pending, it may show or save what never gets here.
    let beganMs = conversation.askedMs
    let mayBeUnreported = isReal || conversation.isPending
    conversation.abandon()
    armed = nil
    let result = try ask("app.kill", AppKillParams { $0.at = moment }, as: AppShapes.killParams)
    let evidence = try conversation.read(result, as: AppShapes.killResult)
    let pid = evidence?.pid.map { Int32($0) }
    if let pid, !OrphanProcesses.hasEnded(pid, until: .now.advanced(by: .seconds(2))) {
      throw ProgramFailure.broken(
        "the program says that it has killed process \(pid), which still runs: send it SIGKILL, wait for its end, and "
          + "reply to app.kill then")
    }
    if cues.isOpening { cues.opened.hasLostReports = true }
    conversation.drop()
    cues.endLife(atMs: realNowMs, mayBeUnreported: mayBeUnreported)
    conversation.discard()
    var death = Death(cues.take(), early: cues.early)
    (death.pid, death.isSaved) = (pid, isSaved ?? (cues.isSaved ? true : nil))
    if pid == nil { death.unproved = evidence?.text ?? "no evidence" }
    if mayBeUnreported { death.unreportedMs = beganMs...max(beganMs, cues.nowMs) }
    return death
  }

  // MARK: Its end

  private func keepErrors(of conversation: AppConversation) {
    formerErrors = String((formerErrors + conversation.process.errors).suffix(8192))
  }

  /// Stops it in good order, and throws if it does not end correctly.
  package func finish() throws {
    guard let conversation else { return }
    conversation.process.findFamily()
    _ = try ask("app.stop", (), as: .nothing)
    let death = conversation.process.ended(until: conversation.deadline)
    keepErrors(of: conversation)
    guard let death else {
      throw ProgramFailure.broken(
        "the program did not exit within \(app.timeLimitMs) ms of app.stop: exit after the reply")
    }
    self.conversation = nil
    try death.nameSurvivors()
    guard death.status == 0 else {
      throw ProgramFailure.broken("the program ended \(death.words) after app.stop: exit with 0")
    }
  }

  /// Ends it after a failure. A bridge first cleans up where no signal from here reaches.
  func end(_ conversation: AppConversation) {
    if isBridge {
      let deadline = conversation.deadline
      _ = conversation.process.send(conversation.line("app.stop", (), as: .nothing), until: deadline)
      if conversation.process.ended(until: deadline) != nil { return }
    }
    _ = conversation.process.kill()
  }

  /// Ends processes in their own groups: they must not continue in the next life, or write where its directory was.
  func endOrphans() { if lives > 0, app.worker == nil { OrphanProcesses.end(mark: directory.data) } }
}

extension AppKillParams {
  /// Returns `nil` for kills that the runner performs itself.
  init?(_ point: KillPoint) {
    switch point {
    case .beforeCommit: self.init { $0.at = .beforeCommit }
    case .afterCommit: self.init { $0.at = .afterCommit }
    case .atWrite(let number): self.init { ($0.at, $0.write) = (.write, number) }
    case .now, .atPart, .within, .atCall: return nil
    }
  }
}
