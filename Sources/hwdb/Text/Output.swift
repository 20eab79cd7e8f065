import HomeworkAPI
import HomeworkModel
import HomeworkService
import HomeworkSystem

/// What goes to standard output and standard error.
enum Output {
  /// The result as JSON where that is wanted, in words otherwise.
  ///
  /// - Parameter isAskedFor: `--quiet` silences only what says that something was done.
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

  /// All of it, or the program ends here.
  static func write(_ text: String) {
    orEnd { () throws(StandardOutput.Failure) in try StandardOutput.write(text, to: STDOUT_FILENO) }
  }

  /// The same for the bytes of a file.
  static func write(_ bytes: [UInt8]) {
    orEnd { () throws(StandardOutput.Failure) in try StandardOutput.write(bytes, to: STDOUT_FILENO) }
  }

  /// Nothing more is written: what a disk says only now is heard too.
  static func close() {
    orEnd { () throws(StandardOutput.Failure) in try StandardOutput.close(STDOUT_FILENO) }
  }

  /// A reader that has gone away is no mistake: `hwdb list | head` ends quietly. Everything else is one: half of an
  /// export is none.
  private static func orEnd(_ body: () throws(StandardOutput.Failure) -> Void) {
    do throws(StandardOutput.Failure) { try body() } catch {
      guard case .refused(let reason) = error else { exit(0) }
      let message = "standard output cannot be written (\(reason)): free some space, or redirect it elsewhere"
      fail(.file(message, isMissing: false), asJSON: CommandLine.arguments.contains("--json"))
    }
  }

  /// `hwdb: what is wrong: what to do`, on one line, or as JSON.
  static func fail(_ failure: CommandFailure, asJSON: Bool) -> Never {
    let text: String?
    if asJSON {
      text = failure.json.map { JSONText(["error": $0]).text }
    } else {
      text = failure.message.map {
        $0.split(whereSeparator: \.isNewline).map { "hwdb: \(printable($0))" }.joined(separator: "\n")
      }
    }
    if let text { tell("\(text)\n") }
    exit(failure.exitCode)
  }

  /// To standard error. Where the terminal is closed nobody is left to hear it, and the exit code says it all the same.
  static func tell(_ text: String) {
    Files.write(text.utf8, to: STDERR_FILENO)
  }
}
