/// The kept form of a reply, for repeated requests.
package enum KeptReply: Hashable, Sendable {
  case whole(String)
  /// The reply to a settled answer, which is rebuilt from the answer: a copy of the reply would be many times as large.
  case answer(Attempt.ID, index: Int)
}
