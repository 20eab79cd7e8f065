/// The tables whose rows have a checksum.
enum SignedTable: String, CaseIterable {
  case homework, quiz, question, learner, attempt, answer, progress, ledger

  /// The columns that the checksum covers, in order. In SQLite a trigger removes the checksum of a row if another
  /// program changes one of them.
  private var columns: String {
    switch self {
    case .homework:
      """
      id public_id title subject text due_on picture generation_state generation_reason generation_retry_at_ms
      """
    case .quiz: "id public_id homework revision topic subtopic confidence created_at_ms"
    case .question:
      """
      id public_id quiz position type prompt options correct_index correct_answer accepted_answers key_concepts
      explanation card
      """
    case .learner: "id public_id name folded_name created_at_ms"
    case .attempt:
      """
      id public_id quiz learner state started_at_ms finished_at_ms is_practice deadline_ms shuffle seed asked
      """
    case .answer:
      """
      attempt position question response outcome streak_position elapsed_ms answered_at_ms correct_count
      total_elapsed_ms run longest_run stars
      """
    case .progress:
      "homework learner best_score best_total completion_percentage total_attempts last_played_at_ms"
    case .ledger:
      "id attempt_public_id learner subject stars score total longest_run elapsed_ms finished_at_ms"
    }
  }

  /// The values that the checksum of a row covers.
  ///
  /// - Parameter replaced: expressions in place of the row's own values, by column.
  func values(of alias: String, _ replaced: [Substring: String] = [:]) -> String {
    columns.split(whereSeparator: \.isWhitespace)
      .map { Dialect.signed(replaced[$0] ?? "\(alias).\($0)") }.joined(separator: ", ")
  }

  /// Returns an expression for the checksum that a row should have.
  func checksum(of alias: String, replacing replaced: [Substring: String] = [:]) -> String {
    "\(Dialect.rowChecksum)(\(values(of: alias, replaced)))"
  }

  /// Returns a condition that is true of rows that differ from what this program wrote. Rows without a checksum were
  /// written by another program.
  func isWrong(_ alias: String) -> String { "\(alias).checksum <> \(checksum(of: alias))" }
}
