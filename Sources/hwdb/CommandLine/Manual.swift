import HomeworkAPI
import HomeworkModel
import HomeworkService

/// The manual page hwdb(1), generated from the table of commands in man(7) macros.
enum Manual {
  static var page: String {
    let commands = CommandTable.all.map(section).joined()
    return """
      .TH HWDB 1 "" "hwdb \(Service.version)" "User Commands"
      .SH NAME
      hwdb \\- keeps homework, quizzes, attempts and progress, and proves what survives a kill
      .SH SYNOPSIS
      .B hwdb
      .I COMMAND
      [\\fIOPTION\\fR]...
      .SH DESCRIPTION
      Wherever a command takes an id, a unique beginning or end of four or more characters will do.
      A file called \\- is standard input. Options may be shortened to a unique beginning.
      What deletes takes an id or a whole title or name, never a part of one.
      .SH COMMANDS
      \(commands).SH OPTIONS
      Every command takes these.
      \(Option.global.map(paragraph).joined()).SH EXIT STATUS
      0 done; 1 refused or failed; 2 usage; 3 not found; 4 conflict; 5 the database cannot be used;
      6 the daemon cannot be reached.
      .SH ENVIRONMENT
      .TP
      .B HWDB_DATABASE
      The database, unless \\-\\-database, \\-\\-socket or HWDB_SOCKET names a library; by default the first file below.
      .TP
      .B HWDB_SOCKET
      The socket of a daemon to go through, unless \\-\\-socket or \\-\\-database names a library.
      .TP
      .B NO_COLOR
      Set to anything: no colours.
      .SH FILES
      .I $XDG_DATA_HOME/hwdb/hwdb.sqlite
      .br
      .I $XDG_RUNTIME_DIR/hwdb/hwdb.sock

      """
  }

  private static func section(_ command: Command) -> String {
    let options = command.options.map { "\\fB\(escaped("--\($0.name)"))\\fR: \(escaped($0.summary))\n.br\n" }.joined()
    return """
      .TP
      .B \(escaped("\(command.name) \(command.operands)"))
      \(escaped(command.summary.prefix(1).uppercased() + command.summary.dropFirst())).
      .br
      \(options)\\fI\(escaped(command.example))\\fR

      """
  }

  private static func paragraph(_ option: Option) -> String {
    """
    .TP
    .B \(escaped("--\(option.name)")) \(option.value.map(escaped) ?? "")
    \(escaped(option.summary.prefix(1).uppercased() + option.summary.dropFirst())).

    """
  }

  /// Escapes hyphens, and lines that would be taken for a macro.
  private static func escaped(_ text: some StringProtocol) -> String {
    let plain = String(text).replacing("\\", with: "\\e").replacing("-", with: "\\-").trimmingSpaces
    return plain.hasPrefix(".") || plain.hasPrefix("'") ? "\\&\(plain)" : plain
  }
}

extension String {
  fileprivate var trimmingSpaces: String {
    var text = self[...]
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
