import HomeworkProcess
import HomeworkScenarios
import HomeworkService
import HomeworkSystem

@main
enum HwdbMain {
  static func main() {
    ThisProcess.prepare()
    // New files are private to the user; existing files keep their permissions.
    umask(0o077)
    // A closed standard descriptor would be reused by the next opened file, which would then receive our output.
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      _ = open("/dev/null", O_RDONLY)
    }
    let arguments = Array(CommandLine.arguments.dropFirst())
    // This process plays scripts for a daemon.
    if arguments.first == ServiceWorker.argument { ServiceWorker.serve { ScriptPlayer.local($0, app: nil) } }
    defer { Output.close() }
    if arguments == ["--version"] { return Output.write("hwdb \(Service.versions)\n") }
    var invocation: Invocation?
    do {
      if let reason = ThisProcess.refusal(of: arguments) { throw CommandFailure.usage(reason) }
      try Arguments.requireUTF8()
      Output.isJSON = Arguments.wantJSON(arguments)
      let read = try Arguments.read(arguments)
      invocation = read
      Output.isJSON = read.has("json")
      try read.command.run(read)
    } catch let failure as CommandFailure {
      Output.fail(failure, of: invocation)
    } catch {
      // Otherwise an error thrown from main would trap.
      Output.fail(.file("\(error)", isMissing: false), of: invocation)
    }
  }
}

extension ScriptPlayer {
  /// Returns a player that runs this executable as the process that a script may kill, with databases on the server if
  /// `database` is on one.
  ///
  /// - Parameter app: the program under test, if there is one.
  static func local(_ database: String?, app: AppUnderTest?) -> ScriptPlayer {
    let server = database.flatMap { Service.server(at: $0) }
    return ScriptPlayer(worker: [ThisExecutable.path] + AppServer.arguments, server: server, app: app)
  }
}
