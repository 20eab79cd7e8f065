import HomeworkAPI
import HomeworkModel
import HomeworkService
import HomeworkSystem

/// Writes to standard output and standard error.
enum Output {
  /// True if errors are JSON. Set by the main thread, before a command begins.
  nonisolated(unsafe) static var isJSON = false

  /// Writes the result as JSON if requested, otherwise in words.
  ///
  /// - Parameter isAskedFor: true for output that was asked for; `--quiet` suppresses only confirmations.
  static func show<Value>(
    _ value: Value, as shape: Shape<Value>, _ invocation: Invocation, asJSON: Bool = false, isAskedFor: Bool = false,
    _ words: (Value) -> String
  ) {
    if asJSON || invocation.has("json") {
      write(shape.text(of: value).text + "\n")
    } else if isAskedFor || !invocation.has("quiet") {
      write(words(value))
    }
  }

  /// Writes rows alone to standard output, for other programs; what else there is to say goes to standard error.
  static func showRows<Value>(
    _ value: Value, as shape: Shape<Value>, _ invocation: Invocation, note: (Value) -> String?,
    _ rows: (Value) -> String
  ) {
    show(value, as: shape, invocation, isAskedFor: true, rows)
    if !invocation.has("json"), !invocation.has("quiet"), let note = note(value) { writeError(note + "\n") }
  }

  /// Writes all of the text, or ends the program.
  static func write(_ text: String) {
    orEnd { try StandardOutput.write(text, to: STDOUT_FILENO) }
  }

  /// Writes all of the bytes, or ends the program.
  static func write(_ bytes: [UInt8]) {
    orEnd { try StandardOutput.write(bytes, to: STDOUT_FILENO) }
  }

  /// Closes standard output, so that late errors of the disk are reported too.
  static func close() {
    orEnd { try StandardOutput.close(STDOUT_FILENO) }
  }

  /// Ends quietly if the reader is gone, as in `hwdb list | head`. Any other error is a failure: half of an export is
  /// useless.
  private static func orEnd(_ body: () throws -> Void) {
    do { try body() } catch {
      guard case StandardOutput.Failure.refused(let reason) = error else { exit(0) }
      let message = "standard output cannot be written (\(reason)): free some space, or redirect it elsewhere"
      fail(.file(message, isMissing: false), of: nil)
    }
  }

  /// Writes `hwdb: problem: fix` on one line, and how the command is typed on another one if that was the problem; or
  /// writes JSON. Ends the program.
  static func fail(_ failure: CommandFailure, of invocation: Invocation?) -> Never {
    if isJSON {
      if let json = failure.json { writeError(JSONText(["error": json]).text + "\n") }
    } else if let message = failure.naming(invocation.map { Array($0.options.keys) } ?? []).message {
      let lines = message.split(whereSeparator: \.isNewline).map { "hwdb: \(printable($0))\n" }
      writeError(lines.joined() + (failure.usage(of: invocation?.command).map { printable($0) + "\n" } ?? ""))
    }
    exit(failure.exitCode)
  }

  /// Writes a line about something that is not a failure to standard error.
  static func note(_ text: String) { writeError("hwdb: \(printable(text))\n") }

  /// Writes to standard error. Errors are ignored: if the terminal is closed, the exit code still reports the failure.
  static func writeError(_ text: String) {
    Files.write(text.utf8, to: STDERR_FILENO)
  }
}
