import HomeworkAPI
import HomeworkModel
import HomeworkService
import HomeworkSystem

extension CommandTable {
  static let libraries: [Command] = [
    Command(
      "library list", "", 0...0,
      "lists the libraries in a directory; ignores other files",
      example: "hwdb library list --database libraries/"
    ) { invocation in
      let libraries = try Backend(invocation).everyLibrary()
      Output.show(
        Page(items: libraries, next: nil), as: Methods.libraryList.result, invocation, isAskedFor: true
      ) { TextOutput.libraries($0.items, invocation.screen) }
    },
    Command(
      "library create", "NAME", 1...1,
      "creates an empty library, and its directory if it does not exist",
      example: "hwdb library create class-4a --database libraries/"
    ) { invocation in
      let library = try Backend(invocation)(Methods.libraryCreate, invocation.operands[0])
      Output.show(library, as: Methods.libraryCreate.result, invocation) { "Created: \($0.name)\n" }
    },
    Command(
      "library delete", "NAME", 1...1,
      options: [Option("yes", "NAME", "the name again, to confirm without a prompt")],
      "deletes a library and everything in it for good",
      example: "hwdb library delete class-3b --yes class-3b --database libraries/"
    ) { invocation in
      let name = invocation.operands[0]
      let confirmation = try Prompt.name(
        invocation, "library delete", "This deletes everything in \(printable(name)). Type its name to confirm:")
      guard confirmation == name else {
        throw CommandFailure.refused(RPCError(.cancelled, "the name was not confirmed: \(name) was not deleted"))
      }
      let deleted = try Backend(invocation)(
        Methods.libraryDelete,
        LibraryDeletion {
          ($0.name, $0.confirm) = (name, confirmation)
        })
      Output.show(deleted, as: Methods.libraryDelete.result, invocation) { "Deleted: \($0)\n" }
    },
    Command(
      "library settings", "", 0...0,
      options: [
        Option(
          "accept-answers", "SWITCH", "on or off: whether learners may have a wrong typed answer counted",
          choices: ["on", "off"])
      ],
      "shows or changes what is allowed in a library", example: "hwdb library settings --accept-answers on"
    ) { invocation in
      let (backend, wanted) = (try Backend(invocation), invocation.value("accept-answers"))
      let settings =
        try wanted.map { try backend(Methods.settingsSet, LibrarySettings(acceptsAnswers: $0 == "on")) }
        ?? backend(Methods.settingsGet)
      Output.show(settings, as: Shapes.settings, invocation, isAskedFor: wanted == nil) {
        "A wrong typed answer \($0.acceptsAnswers ? "counts if the learner says so" : "stays wrong")\n"
      }
    },
    Command(
      "library export", "NAME", 0...1, options: [.output],
      "copies a library to standard output or a file, for library import",
      example: "hwdb library export class-3b -o monday.sqlite --database libraries/"
    ) { invocation in
      let backend = try Backend(invocation).of(library: invocation.operands.first)
      if let path = invocation.value("output"), path != "-" {
        let copy = try backend(Methods.libraryExport, Paths.absolute(path))
        return Output.show(copy, as: Methods.libraryExport.result, invocation) { "Copied to \(printable($0))\n" }
      }
      guard isatty(STDOUT_FILENO) != 1 else {
        throw CommandFailure.usage(
          "a library is binary and is not shown on a terminal: write -o FILE, or redirect the output")
      }
      try OutputFile.throughTemporary("library.sqlite") { _ = try backend(Methods.libraryExport, $0) }
    },
    Command(
      "library import", "FILE", 1...1,
      options: [Option("as", "NAME", "the library's name; the file's name by default")],
      "checks an exported library and imports it into a directory, or into an empty database",
      example: "hwdb library import monday.sqlite --as class-4b --database libraries/"
    ) { invocation in
      let copy = LibraryCopy { ($0.path, $0.name) = (Paths.absolute(invocation.operands[0]), invocation.value("as")) }
      let library = try Backend(invocation)(Methods.libraryImport, copy)
      Output.show(library, as: Methods.libraryImport.result, invocation) { "Imported: \(printable($0.name))\n" }
    },
  ]

  /// Copies each library to its own file in a directory. Failures are reported at the end, and do not stop the other
  /// copies.
  static func backUp(_ invocation: Invocation, to directory: String) throws {
    let backend = try Backend(invocation)
    let named = DefaultPaths.library(invocation.value("library"))
    let names = try named.map { [$0] } ?? backend.everyLibrary().map(\.name)
    do throws(SystemFailure) { try Files.makeDirectory(directory) } catch {
      throw CommandFailure.file(
        "\(error.path) cannot be created (\(error.reason)): give another path", isMissing: false)
    }
    var copies: [String] = []
    defer {
      let shape = Shape<[String]>.object([]) { Field("copies", \.self, .array(.string), "The copies.") }
      Output.show(copies, as: shape, invocation) { $0.map { "Copied to \(printable($0))\n" }.joined() }
    }
    _ = try CommandFailure.gathered(Array(names.enumerated())) { index, name in
      backend.say("library \(index + 1) of \(names.count)", Double(index) / Double(names.count))
      let path = Paths.path(of: "\(name).sqlite", in: directory)
      do {
        copies.append(try backend.of(library: name)(Methods.databaseBackup, path))
      } catch CommandFailure.refused(let error) {
        throw CommandFailure.refused(
          error.message.hasPrefix("library \(name): ")
            ? error : RPCError(error.name, "library \(name): \(error.message)", data: error.data))
      }
    }
  }
}

extension TextOutput {
  static func libraries(_ libraries: [LibraryInfo], _ screen: OutputStyle) -> String {
    guard !libraries.isEmpty else { return "No libraries\n" }
    var table = Table(columns: [
      Table.Column(heading: "name"), Table.Column(heading: "size", isRight: true), Table.Column(heading: "changed"),
    ])
    table.rows = libraries.map {
      [
        Table.Cell($0.name), Table.Cell($0.fileBytes > 0 ? bytes($0.fileBytes) : "-"),
        Table.Cell(Times.relativeTime($0.changedAt, nowMs: screen.nowMs), .dim),
      ]
    }
    return table.text(on: screen)
  }
}
