import HomeworkAPI
import HomeworkModel
import HomeworkMotion
import HomeworkProcess
import HomeworkService
import HomeworkSystem

/// Playing in the browser: a daemon of its own, which serves the page as long as this process waits.
enum WebPlay {
  /// - Parameter homework: the quiz to begin with; the page lets choose one if `nil`.
  static func play(_ homework: String?, _ invocation: Invocation) throws {
    if let option = ["immediate", "plain", "json"].first(where: invocation.has) {
      throw CommandFailure.usage("--\(option) is for the terminal: leave it out beside --web")
    }
    guard case .database(let database) = invocation.library else {
      throw CommandFailure.usage(
        "--web cannot use a running daemon: name its database by --database, or open the page of hwdbd --http")
    }
    let options = try options(homework, invocation, Backend(invocation))
    do {
      let directory = try ScenarioDirectory(in: Paths.runtime ?? Paths.temporary)
      let daemon = try LineProcess(
        [ThisExecutable.sibling("hwdbd"), "--http", "0", "--socket", directory.socket, "--log-level", "warning"],
        // In the environment, an address's password is in no list of processes.
        variables: ["HWDB_DATABASE": database], timeLimitMs: 30_000)
      // Ctrl-C is for the daemon, which ends in order.
      signal(SIGINT, SIG_IGN)
      guard let line = try daemon.exchange([]) else {
        _ = daemon.end(with: 0)
        throw CommandFailure.file("the page is not served: see the line above", isMissing: false)
      }
      let address = String(decoding: line, as: UTF8.self) + options
      Output.write("Play at \(address)\nCtrl-C ends it.\n")
      openBrowser(address, directory)
      withExtendedLifetime(directory) { _ = daemon.end(with: 0) }
    } catch let error as ProcessFailure {
      throw CommandFailure.file("\(error): install hwdbd next to hwdb", isMissing: true)
    }
  }

  /// Opens the browser on a private file that redirects to the web app, if there is a display. Every user of the
  /// machine can read the arguments of a process, so the token must not be one.
  private static func openBrowser(_ address: String, _ directory: ScenarioDirectory) {
    func isSet(_ variable: String) -> Bool { !(Surroundings.environment[variable] ?? "").isEmpty }
    guard Paths.runtime != nil, isSet("DISPLAY") || isSet("WAYLAND_DISPLAY"), !isSet("SSH_CONNECTION") else { return }
    let page = """
      <!DOCTYPE html><meta charset="utf-8"><meta name="referrer" content="no-referrer"><title>Homework</title>
      <meta http-equiv="refresh" content="0; url=\(address)">

      """
    // If this fails, the user still has the printed address.
    guard (try? Files.write(page.utf8, to: directory.redirect)) != nil else { return }
    _ = try? ChildProcess.startApart(["/usr/bin/env", "xdg-open", directory.redirect], errors: "/dev/null")
  }

  /// Returns what follows the token in the address: the learner, the motion, and the parameters of the first attempt.
  private static func options(
    _ homework: String?, _ invocation: Invocation, _ backend: Backend
  ) throws -> String {
    let starting = try StartAttemptParams {
      ($0.homeworkId, $0.options) = (
        try homework.map { try backend(Methods.homeworkGet, $0).id.text } ?? "", try invocation.attemptOptions
      )
    }
    guard case .object(var options) = try Methods.attemptStart.parameters.text(of: starting).value else { return "" }
    if homework == nil { options["homeworkId"] = nil }
    if let named = backend.learner {
      options["learnerId"] = try backend(Methods.overviewGet, named).learners.first.map { .string($0.id.text) }
    }
    options["motion"] = Play.wantedMotion(invocation).map { .string($0.rawValue) }
    guard !options.isEmpty else { return "" }
    return "/" + JSONValue.object(options).encoded().map(percentEncoded).joined()
  }

  private static func percentEncoded(_ byte: UInt8) -> String {
    let character = Character(Unicode.Scalar(byte))
    guard character.isASCII, character.isLetter || character.isNumber || character == "-" else {
      return "%" + String(0x100 | Int(byte), radix: 16).dropFirst()
    }
    return String(character)
  }
}
