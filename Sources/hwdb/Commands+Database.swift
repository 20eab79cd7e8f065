import Foundation
import HomeworkJSON
import HomeworkRPC

extension CommandTable {
  static let database: [Command] = [
    Command("database info", "", 0...0, "says what the database is and what is in it", example: "hwdb database info") {
      invocation in
      let info = try Backend(invocation)("database.info")
      Output.show(info, invocation, isAskedFor: true) { TextOutput.database($0) }
    },
    Command(
      "database check", "", 0...0, "looks for damage, and recomputes what is derived; 1 where it finds anything",
      example: "hwdb database check"
    ) { invocation in
      let result = try Backend(invocation)("database.check")
      let findings = result["findings"]?.array ?? []
      Output.show(result, invocation) { _ in
        findings.isEmpty ? "The database is sound\n" : findings.map(TextOutput.finding).joined()
      }
      if !findings.isEmpty { throw CommandFailure.reported }
    },
    Command(
      "database repair", "", 0...0, "recomputes what is derived; 1 where something is left that nothing else tells",
      example: "hwdb database repair"
    ) { invocation in
      let result = try Backend(invocation)("database.repair")
      let (found, left) = (result["found"]?.array ?? [], result["left"]?.array ?? [])
      Output.show(result, invocation) { _ in
        guard !found.isEmpty else { return "The database is sound\n" }
        let mended = found.filter { !left.contains($0) }.map { "Mended: \(TextOutput.finding($0))" }
        return mended.joined() + left.map { "Left: \(TextOutput.finding($0))" }.joined()
      }
      if !left.isEmpty { throw CommandFailure.reported }
    },
    Command(
      "database migrate", "", 0...0, "brings the database to the newest schema, as every command does first",
      example: "hwdb database migrate"
    ) { invocation in
      let info = try Backend(invocation)("database.info")
      Output.show(info, invocation) { "The database has schema \($0["schemaVersion"]?.int ?? 0), the newest\n" }
    },
    Command(
      "database backup", "FILE", 1...1, "copies the database to a file, checked before it takes its place",
      example: "hwdb database backup monday.sqlite"
    ) { invocation in
      let path = URL(fileURLWithPath: invocation.operands[0]).path
      let result = try Backend(invocation)("database.backup", ["path": .string(path)])
      Output.show(result, invocation) { "Copied to \(printable($0["path"]?.string ?? ""))\n" }
    },
    Command(
      "database restore", "FILE", 1...1,
      options: [Option(name: "yes", value: nil, summary: "do not ask")],
      "replaces everything by what a backup holds, checked before", example: "hwdb database restore monday.sqlite --yes"
    ) { invocation in
      let path = URL(fileURLWithPath: invocation.operands[0]).path
      if !invocation.has("yes") {
        guard Prompt.isPossible else {
          throw CommandFailure.usage("database restore asks only on a terminal: add --yes")
        }
        guard Prompt.confirm("Everything will be replaced by what \(printable(path)) holds. Restore?") else {
          throw CommandFailure.refused(RPCError(.cancelled, "nothing was replaced"))
        }
      }
      let info = try Backend(invocation)("database.restore", ["path": .string(path)])
      Output.show(info, invocation) { "Restored: \(TextOutput.contents(of: $0))\n" }
    },
    Command(
      "database vacuum", "", 0...0, "gives back the room that deletions left", example: "hwdb database vacuum"
    ) { invocation in
      let backend = try Backend(invocation)
      let before = try backend("database.info")["fileBytes"]?.int ?? 0
      let info = try backend("database.vacuum")
      Output.show(info, invocation) {
        "\(TextOutput.bytes($0["fileBytes"]?.int ?? 0)), was \(TextOutput.bytes(before))\n"
      }
    },
  ]
}

extension TextOutput {
  static func finding(_ finding: JSONValue) -> String {
    let words = ["kind", "place", "detail"].map { finding[$0]?.string ?? "" }
    return printable("\(words[0]) of \(words[1]): \(words[2])") + "\n"
  }

  static func database(_ info: JSONValue) -> String {
    func number(_ name: String) -> Int { info[name]?.int ?? 0 }
    let rows = [
      ("Database", printable(info["path"]?.string ?? "in memory")), ("Schema", "\(number("schemaVersion"))"),
      ("SQLite", info["sqliteVersion"]?.string ?? ""),
      (
        "Size",
        "\(bytes(number("fileBytes"))), \(bytes(number("freeBytes"))) of it free, log \(bytes(number("logBytes")))"
      ),
      ("Holds", contents(of: info)), ("Events", "\(number("oldestEvent")) to \(number("newestEvent"))"),
    ]
    return rows.map { "\($0.0.padded(to: 9)) \($0.1)\n" }.joined()
  }

  /// `4 homework, 4 quizzes, …`.
  static func contents(of info: JSONValue) -> String {
    ["homework", "quizzes", "questions", "attempts", "answers", "pictures"]
      .map { "\(info[$0]?.int ?? 0) \($0)" }.joined(separator: ", ")
  }
}
