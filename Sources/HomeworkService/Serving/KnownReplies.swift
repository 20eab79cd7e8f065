package import HomeworkJSON
package import HomeworkStore
import HomeworkSystem

/// The replies to lookups in one library, as long as nobody writes to it: a class that opens the same homework reads it
/// once.
///
/// Only for lookups whose replies follow from their parameters and the rows alone.
package final class KnownReplies: Sendable {
  private struct Question: Hashable {
    let method: String
    let params: JSONValue
  }

  private struct State {
    var committed: Store.CommittedState?
    var replies: [Question: JSONText] = [:]
    var bytes = 0
  }

  /// How many are kept, and bytes of them.
  private static let most = 256, mostBytes = 1 << 20

  private let state = Guarded(State())

  package init() {}

  /// Returns the reply that is known, or makes it.
  package func reply(
    to method: String, _ params: JSONValue, in store: Store, make: () throws -> JSONText
  ) throws -> JSONText {
    guard let committed = store.committedState else { return try make() }
    let question = Question(method: method, params: params)
    if let known = state.withLock({ $0.committed == committed ? $0.replies[question] : nil }) { return known }
    let text = try make()
    // It was read from this state if that is still the same.
    guard text.bytes.count <= Self.mostBytes / 16, store.committedState == committed else { return text }
    state.withLock { state in
      if state.committed != committed || state.replies.count >= Self.most || state.bytes >= Self.mostBytes {
        state = State(committed: committed)
      }
      state.bytes += text.bytes.count
      state.replies[question] = text
    }
    return text
  }
}
