import HomeworkModel
import HomeworkMotion
import HomeworkPlay
import HomeworkStore

/// The app's reaction to answers, by a person or by a script in its tests.
package final class QuizScreen: Sendable {
  package let live: LiveAttempt
  /// Draws what is to be seen.
  private let show: @Sendable (CueChanges) -> Void

  package init(_ live: LiveAttempt, show: @escaping @Sendable (CueChanges) -> Void) {
    (self.live, self.show) = (live, show)
  }

  package func start(_ homework: Homework.ID) async throws {
    show(try await live.start(homework).cues)
  }

  package func answer(_ response: Response) async throws -> AnswerResult {
    let settled = try await live.settle(response)
    // It is on disk, and only now is there something to celebrate.
    show(settled.cues)
    return settled.value
  }

  package func finish() async throws -> FinishResult {
    let finished = try await live.finish()
    show(finished.cues)
    return finished.value
  }
}
