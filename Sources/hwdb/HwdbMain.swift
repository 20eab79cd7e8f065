import Foundation
import HomeworkService

@main
enum HwdbMain {
  static func main() {
    Presentation.makeErrorsOfSignals()
    // What it writes is the user's alone, unless a file was there with other permissions.
    umask(0o077)
    var arguments = Array(CommandLine.arguments.dropFirst())
    Presentation.serveAsWorker(ifAskedBy: arguments)
    if arguments == ["--version"] { return Output.write("hwdb \(Service.version)\n") }
    if arguments == ["--help"] || arguments == ["-h"] { arguments = ["help"] }
    do {
      try Arguments.requireUTF8()
      let invocation = try Arguments.read(arguments)
      guard !invocation.has("help") else { return Output.write(Help.text(of: invocation.command)) }
      try invocation.command.run(invocation)
    } catch let failure as CommandFailure {
      Output.fail(failure, asJSON: arguments.contains("--json"))
    } catch {
      // A main that throws dies by a trap.
      Output.fail(.file("\(error)", isMissing: false), asJSON: arguments.contains("--json"))
    }
  }
}
