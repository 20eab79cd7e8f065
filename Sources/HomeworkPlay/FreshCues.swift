import HomeworkModel
public import HomeworkMotion
public import HomeworkStore

extension AnswerResult {
  /// Returns the cues of the answer for a program without a session: those of a session opened just before it.
  public func cues(in environment: SessionEnvironment = SessionEnvironment()) -> [Cue] {
    var earlier = attempt
    (earlier.standing, earlier.state, earlier.finishedAt) = (before, .inProgress, nil)
    var play = PlayState(Session(on: earlier, environment: environment, atMs: 0))
    // The answer was settled, so telling it cannot fail.
    return (try? play.receive(.settled(SettledAnswer(answer)), atMs: 0).started) ?? []
  }
}

extension FinishResult {
  /// Returns the cues of the results for a program without a session: those of a session opened just before them.
  public func cues(in environment: SessionEnvironment = SessionEnvironment()) -> [Cue] {
    var before = attempt
    before.state = .inProgress
    var play = PlayState(Session(on: before, environment: environment, atMs: 0))
    let event = SessionEvent.finished(
      starsEarned: attempt.terms.isPractice ? 0 : attempt.streak.stars, starsTotal: starsTotal)
    // The attempt was finished, so telling it cannot fail.
    return (try? play.receive(event, atMs: 0).started) ?? []
  }
}
