/// What is kept of a reply, for whoever asks again.
package enum KeptReply: Hashable, Sendable {
  case whole(String)
  /// That to a settled answer, which is made again from the answer: a copy of it would be many times as large.
  case answer(Attempt.ID, index: Int)
}
