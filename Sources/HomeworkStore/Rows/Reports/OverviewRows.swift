import HomeworkModel

extension RowTransaction {
  /// Returns all learners, or one, with all homework, and the questions most often answered wrong.
  func overview(of only: Learner.ID?) throws(StoreError) -> Overview {
    var shown = try learners().filter { only == nil || $0.id == only }
    var cells = try all(Self.cells, only) { row in
      Overview.Cell(
        learnerId: try row.id(0), homeworkId: try row.id(1), progress: try Self.progress(row),
        isPlaying: row.int(3) == 1, completedAt: try row.optionalTimestamp(2))
    }
    // A new library's first learner is usually a placeholder.
    let players = Set(cells.map(\.learnerId))
    if shown.count > 1 { shown.removeAll { $0.name == Learner.firstName && !players.contains($0.id) } }
    // Faster than sorting in the engine, which would sort whole rows.
    cells.sort { ($0.learnerId, $0.homeworkId) < ($1.learnerId, $1.homeworkId) }
    return Overview(learners: shown, homework: try works(), cells: cells, hardest: try hardest(of: only))
  }

  /// Each pair of assignment and learner with progress, completion or an attempt in progress, once.
  private static let cells: SQL = """
    WITH playing AS MATERIALIZED (
      SELECT DISTINCT z.homework, a.learner FROM attempt a JOIN quiz z ON z.id = a.quiz
        JOIN homework h ON h.id = z.homework AND h.hidden_at_ms IS NULL
      WHERE a.state = 'inProgress' AND a.learner = coalesce(?1, a.learner)
    )
    SELECT p.learner, p.homework, d.completed_at_ms, y.learner IS NOT NULL, p.best AS best,
      p.total_attempts AS total_attempts, p.last_played_at_ms AS last_played_at_ms
    FROM progress p JOIN homework h ON h.id = p.homework AND h.hidden_at_ms IS NULL
      LEFT JOIN completion d ON d.homework = p.homework AND d.learner = p.learner
      LEFT JOIN playing y ON y.homework = p.homework AND y.learner = p.learner
    WHERE p.learner = coalesce(?1, p.learner)
    UNION ALL
    SELECT n.learner, n.homework, d.completed_at_ms, y.learner IS NOT NULL, NULL, NULL, NULL
    FROM (
      SELECT homework, learner FROM playing
      UNION SELECT c.homework, c.learner FROM completion c JOIN homework h ON h.id = c.homework
        AND h.hidden_at_ms IS NULL WHERE c.learner = coalesce(?1, c.learner)) n
      LEFT JOIN completion d ON d.homework = n.homework AND d.learner = n.learner
      LEFT JOIN playing y ON y.homework = n.homework AND y.learner = n.learner
    WHERE NOT EXISTS (SELECT 1 FROM progress p WHERE p.homework = n.homework AND p.learner = n.learner)
    """

  private func hardest(of only: Learner.ID?) throws(StoreError) -> [Overview.HardQuestion] {
    func make(_ row: any SQLRow) throws -> (id: Question.ID, settled: Int, wrong: Int, skipped: Int) {
      (id: try row.id(0), settled: row.int(1), wrong: row.int(2), skipped: row.int(3))
    }
    let found = if let only { try all(Self.hardestOfOne, only, make: make) } else { try all(Self.hardest, make: make) }
    var hardest: [Overview.HardQuestion] = []
    for found in found {
      let revisions = try all(Self.revisionsOfQuestion, found.id, make: Self.storedQuestion)
      guard let question = revisions.last?.question, let homework = try homework(ofQuestion: question.id) else {
        continue
      }
      var counts: [String: Int] = [:]
      for revision in revisions {
        for (response, count) in try all(Self.wrongAnswers, revision.id, only, make: { ($0.text(0), $0.int(1)) }) {
          counts[revision.question.lettered(response), default: 0] += count
        }
      }
      let answers = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(5)
      hardest.append(
        Overview.HardQuestion(
          questionId: question.id, homeworkId: homework, prompt: question.prompt,
          correctAnswer: question.correctAnswer, settled: found.settled, wrong: found.wrong, skipped: found.skipped,
          wrongAnswers: answers.map { Overview.WrongAnswer(text: $0.key, count: $0.value) }))
    }
    return hardest
  }

  /// Oldest first.
  private static let revisionsOfQuestion: SQL = """
    \(questionColumns) JOIN quiz z ON z.id = q.quiz WHERE q.id = ?1 OR q.card = ?1 ORDER BY z.created_at_ms, z.id
    """
  /// Counts each question under its first revision. Most have no other, so questions are not looked up one by one.
  ///
  /// Wrong and skipped answers are read one by one, from their index. The number of times that a question was settled
  /// matters only for questions with at least as many wrong answers as the twentieth: a completed attempt at the whole
  /// quiz settled each of its questions once, so these attempts are counted; only the answers of other attempts are
  /// read.
  private static let hardest = hardest("TRUE", answers: "TRUE")
  private static let hardestOfOne = hardest(
    "learner = ?1", answers: "attempt IN (SELECT id FROM attempt WHERE learner = ?1)")

  /// - Parameters:
  ///   - attempts: the condition for attempts that count.
  ///   - answers: the condition for answers that count, by their attempt.
  private static func hardest(_ attempts: String, answers: String) -> SQL {
    """
    WITH revised AS MATERIALIZED (
      SELECT id, card FROM question WHERE card IS NOT NULL
    ), other AS MATERIALIZED (
      SELECT id, quiz, state FROM attempt WHERE (state <> 'completed' OR asked IS NOT NULL) AND \(attempts)
    ), missed AS MATERIALIZED (
      SELECT coalesce(v.card, question) AS card, sum(number) FILTER (WHERE outcome = 'wrong') AS wrong,
        coalesce(sum(number) FILTER (WHERE outcome = 'skipped'), 0) AS skipped
      FROM (
        SELECT question, outcome, count(*) AS number FROM answer
        WHERE outcome <> 'correct' AND \(answers)
          AND attempt NOT IN (SELECT id FROM attempt WHERE quiz IN (\(hiddenQuizzes)))
          AND attempt NOT IN (SELECT id FROM other WHERE state = 'abandoned')
        GROUP BY question, outcome) n
        LEFT JOIN revised v ON v.id = question
      GROUP BY coalesce(v.card, question) HAVING sum(number) FILTER (WHERE outcome = 'wrong') > 0
    ), candidate AS MATERIALIZED (
      SELECT card, wrong, skipped FROM missed
      WHERE wrong >= (SELECT min(wrong) FROM (SELECT wrong FROM missed ORDER BY wrong DESC LIMIT 20) most)
    ), wording AS MATERIALIZED (
      SELECT c.card, q.id AS question, q.quiz FROM candidate c JOIN question q ON q.id = c.card
      UNION ALL
      SELECT c.card, q.id, q.quiz
      FROM candidate c JOIN revised v ON v.card = c.card JOIN question q ON q.id = v.id
    ), begun AS MATERIALIZED (
      SELECT quiz, count(*) AS number FROM attempt
      WHERE quiz IN (SELECT quiz FROM wording) AND \(attempts) GROUP BY quiz
    ), others AS MATERIALIZED (
      SELECT quiz, count(*) AS number FROM other GROUP BY quiz
    ), answered AS MATERIALIZED (
      SELECT r.question, count(*) AS number FROM other o JOIN answer r ON r.attempt = o.id
      WHERE o.state <> 'abandoned' AND o.quiz IN (SELECT quiz FROM wording) GROUP BY r.question
    )
    SELECT c.card, sum(coalesce(b.number, 0) - coalesce(o.number, 0) + coalesce(r.number, 0)) AS settled, c.wrong,
      c.skipped
    FROM candidate c LEFT JOIN wording w ON w.card = c.card LEFT JOIN begun b ON b.quiz = w.quiz
      LEFT JOIN others o ON o.quiz = w.quiz LEFT JOIN answered r ON r.question = w.question
    GROUP BY c.card, c.wrong, c.skipped ORDER BY c.wrong DESC, settled, c.card LIMIT 20
    """
  }

  private static let wrongAnswers: SQL = """
    SELECT r.response, count(*) FROM answer r JOIN attempt a ON a.id = r.attempt
    WHERE r.question = ? AND r.outcome = 'wrong' AND a.state <> 'abandoned'
      AND a.learner = coalesce(?2, a.learner)
    GROUP BY r.response
    """
}

extension Question {
  /// Returns a stored response with the option's text after its letter.
  fileprivate func lettered(_ response: String) -> String {
    let words = words(of: response)
    return words == response ? response : "\(response): \(words)"
  }
}
