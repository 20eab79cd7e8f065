import HomeworkProcess
import HomeworkScenarios
import HomeworkService
import HomeworkSystem

@main
enum HwdbMain {
  static func main() {
    ThisProcess.prepare()
    // What it writes is the user's alone, unless a file was there with other permissions.
    umask(0o077)
    // One that is closed would be given to the next file that is opened, and that file would get our output.
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      _ = open("/dev/null", O_RDONLY)
    }
    var arguments = Array(CommandLine.arguments.dropFirst())
    // A process that plays scripts for a daemon.
    if arguments.first == ServiceWorker.argument { ServiceWorker.serve(ScriptPlayer.local) }
    defer { Output.close() }
    if arguments == ["--version"] { return Output.write("hwdb \(Service.versions)\n") }
    if arguments == ["--help"] || arguments == ["-h"] { arguments = ["help"] }
    var given: [String] = []
    do {
      if let reason = ThisProcess.refusal(of: arguments) { throw CommandFailure.usage(reason) }
      try Arguments.requireUTF8()
      let invocation = try Arguments.read(arguments)
      given = Array(invocation.options.keys)
      guard !invocation.has("help") else { return Output.write(Help.text(of: invocation.command)) }
      try invocation.command.run(invocation)
    } catch let failure as CommandFailure {
      let isJSON = arguments.contains("--json")
      Output.fail(isJSON ? failure : failure.naming(given), asJSON: isJSON)
    } catch {
      // A main that throws dies by a trap.
      Output.fail(.file("\(error)", isMissing: false), asJSON: arguments.contains("--json"))
    }
  }
}

extension ScriptPlayer {
  /// With this executable as the process that a script may kill, and databases on a server if that is where `database`
  /// is.
  static func local(_ database: String?) -> ScriptPlayer {
    let server = database.flatMap { Service.server(at: $0) }
    return ScriptPlayer(worker: [ThisExecutable.path] + AppServer.arguments, server: server)
  }
}
