import Wire

extension CommandTable {
  static let database: [Command] = [
    Command(
      "database check", "", 0...0, "looks for damage, and recomputes what is derived; 1 where it finds anything",
      example: "hwdb database check"
    ) { invocation in
      let result = try Backend(invocation)("database.check")
      let findings = result["findings"]?.array ?? []
      Output.show(result, invocation) { _ in
        guard !findings.isEmpty else { return "The database is sound\n" }
        return findings.map { finding in
          let words = ["kind", "place", "detail"].map { finding[$0]?.string ?? "" }
          return "\(words[0]) of \(words[1]): \(words[2])\n"
        }.joined()
      }
      if !findings.isEmpty { throw CommandFailure.reported }
    }
  ]
}
