import HomeworkSystem

/// A progress line on standard error, for work that takes longer than a moment.
final class Ticker: Sendable {
  private struct State {
    var words: String
    var share: Double?
    /// The count of beginnings and ends, by which a ticker of an earlier call notices that its call is over.
    var turn = 0
    var isShown = false
  }

  /// The time before anything is shown, in seconds.
  private static let patience: Double = 0.4
  private static let interval: Double = 0.1
  private let state: Guarded<State>
  private let isUnicode: Bool

  /// Returns `nil` if nothing can be shown.
  init?(_ invocation: Invocation) {
    guard isatty(STDERR_FILENO) == 1, !invocation.has("quiet"), Surroundings.environment["TERM"] != "dumb"
    else { return nil }
    isUnicode = invocation.outputStyle.hasUnicode
    state = Guarded(State(words: invocation.command.name))
  }

  /// Sets the description of the current work, and the share that is done, 0…1.
  func say(_ words: String, _ share: Double?) {
    state.withLock { ($0.words, $0.share) = (words, share) }
  }

  func during<Result>(_ body: () throws -> Result) rethrows -> Result {
    let ended = DispatchSemaphore(value: 0)
    let own = state.withLock { state in
      (state.turn, state.isShown) = (state.turn + 1, false)
      return state.turn
    }
    Threads.start { [self] in
      let start = DispatchTime.now().uptimeNanoseconds
      Threads.sleep(seconds: Self.patience)
      var count = 0
      while draw(own, count, seconds: Int((DispatchTime.now().uptimeNanoseconds - start) / 1_000_000_000)) {
        Threads.sleep(seconds: Self.interval)
        count += 1
      }
      ended.signal()
    }
    defer {
      let isShown = state.withLock { state in
        state.turn += 1
        return state.isShown
      }
      // Clear the line before the result is printed.
      if isShown {
        ended.wait()
        Output.writeError("\r\u{1B}[K")
      }
    }
    return try body()
  }

  /// - Returns: `false` once the work is over.
  private func draw(_ turn: Int, _ count: Int, seconds: Int) -> Bool {
    state.withLock { state in
      guard state.turn == turn else { return false }
      state.isShown = true
      let marks = isUnicode ? ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"] : ["|", "/", "-", "\\"]
      let share = state.share.map { " \(Int($0 * 100)) %" } ?? ""
      var time = "\(seconds) s"
      // An estimate waits until some of the work is done.
      if let share = state.share, share > 0.02, seconds > 2 { time += " of about \(Int(Double(seconds) / share)) s" }
      Output.writeError("\r\u{1B}[K\(marks[count % marks.count]) \(state.words)\(share), \(time)")
      return true
    }
  }
}
