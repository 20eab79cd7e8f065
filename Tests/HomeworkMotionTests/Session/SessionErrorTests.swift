import HomeworkModel
import HomeworkMotion
import Testing

@Suite struct `A refused event` {
  private func settled(_ index: Int, _ position: Int? = nil) -> SessionEvent {
    .settled(SettledAnswer(questionIndex: index, outcome: .correct, movesStreak: true, streakPosition: position))
  }

  /// Expects that the session rejects `event` with `error`, and stays unchanged.
  private func expect(
    _ error: SessionError, from event: SessionEvent, atMs: Int = 600, in session: Session,
    _ location: SourceLocation = #_sourceLocation
  ) {
    var refusing = session
    #expect(throws: error, sourceLocation: location) { try refusing.receive(event, atMs: atMs) }
    #expect(refusing == session, sourceLocation: location)
  }

  @Test func `leaves the session unchanged, including its time`() throws {
    var trace = Trace(questions: 8)
    try trace.settleCorrect(6, gapMs: 100)
    let session = trace.session
    expect(.timeWentBack(nowMs: 500), from: settled(6), atMs: 499, in: session)
    expect(.timeTooLate, from: settled(6), atMs: .max, in: session)
    expect(.unknownQuestion(questionCount: 8), from: settled(8), in: session)
    expect(.unknownQuestion(questionCount: 8), from: settled(-1), in: session)
    expect(.outOfOrder(expected: 6), from: settled(5), in: session)
    expect(.outOfOrder(expected: 6), from: settled(7), in: session)
    expect(.streakDisagrees(derived: 7), from: settled(6, 6), in: session)
    expect(.questionsLeft(2), from: .finished(starsEarned: 2, starsTotal: 2), in: session)
    expect(.notSettled(questionIndex: 6), from: .revisited(questionIndex: 6), in: session)
    expect(.unknownQuestion(questionCount: 8), from: .revisited(questionIndex: 8), in: session)
    for screen in [
      ScreenSize(width: 0), ScreenSize(height: -1), ScreenSize(width: .nan), ScreenSize(height: .infinity),
    ] {
      expect(.screenWithoutSize, from: .environment(SessionEnvironment(screen: screen)), in: session)
    }
  }

  @Test func `is any but a revisit once an attempt is over`() throws {
    var finished = Trace(questions: 5)
    try finished.settleCorrect(5)
    for (earned, total) in [(-1, 0), (6, 6), (1, -1), (Int.max, Int.max)] {
      expect(.impossibleStars, from: .finished(starsEarned: earned, starsTotal: total), in: finished.session)
    }
    try finished.receive(.finished(starsEarned: 1, starsTotal: 1), atMs: 100)
    var abandoned = Trace(questions: 5)
    try abandoned.receive(.abandoned, atMs: 0)
    for session in [finished.session, abandoned.session] {
      expect(.attemptOver, from: settled(0), in: session)
      expect(.attemptOver, from: .finished(starsEarned: 1, starsTotal: 1), in: session)
      expect(.attemptOver, from: .abandoned, in: session)
      expect(.attemptOver, from: .drafted("B"), in: session)
    }
    #expect(try finished.receive(.revisited(questionIndex: 4), atMs: 200).started.count == 1)
    #expect(try abandoned.receive(.left, atMs: 200) == CueChanges())
  }

  @Test func `does not occur at the clock's last moment`() throws {
    var trace = Trace(after: [.correct, .correct, .correct, .correct], atMs: Session.latestMs)
    try trace.settle(.correct, atMs: Session.latestMs)
    trace.kill(atMs: Session.latestMs)
    #expect(trace.faults == [])
    #expect(Session(resuming: trace.attempt, environment: SessionEnvironment(), atMs: .min).nowMs == 0)
  }

  @Test func `does not occur for a new environment, which applies from the next cue`() throws {
    var trace = Trace(after: [.correct, .correct, .correct, .correct])
    try trace.settle(.correct, atMs: 0)
    let wide = SessionEnvironment(motion: .full, screen: ScreenSize(width: 780))
    #expect(try trace.receive(.environment(wide), atMs: 10) == CueChanges())
    try trace.settleCorrect(2, atMs: 20)
    #expect(trace.cue(.a4, question: 4)?.particles == 80)
    #expect(trace.cue(.a4, question: 6)?.particles == 240)
    #expect(trace.session.bursts.map(\.count) == [80, 240])
  }
}
