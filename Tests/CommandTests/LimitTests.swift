import Foundation
import HomeworkTestKit
import Testing

/// The C of `Tests/Benchmarks`, against which the store is measured, is written for the schema of the store.
@Suite struct `The limit of the benchmarks` {
  @Test func `reads and writes a library of the present schema`() throws {
    let directory = TemporaryDirectory()
    let library = directory.path("x.sqlite"), program = directory.path("limit")
    let made = try run(ThisPackage.binary("hwdb"), ["--database", library, "add", "Rivers"])
    try #require(made.status == 0, "\(made)")
    try directory.write(
      """
      #include "CLimit.h"
      int main(int count, char **arguments) {
        limit *it = limit_open(arguments[1], "FULL");
        limit_bulk_insert(it, 3);
        limit_page(it, 0, "", 10);
        limit_search(it, "fractions");
        limit_close(it);
        return count != 2;
      }
      """, to: "main.c")
    let sources = ThisPackage.root.appending(path: "Tests/Benchmarks/Sources/CLimit").path
    let compiler = "$(command -v cc || command -v clang) -I '\(sources)/include' -o '\(program)'"
    let built = try run(
      "/bin/sh", ["-c", "\(compiler) '\(directory.path("main.c"))' '\(sources)/limit.c' -lsqlite3"])
    try #require(built.status == 0, "\(built)")
    let result = try run(program, [library])
    #expect(result.status == 0, "\(result)")
    let list = try run(ThisPackage.binary("hwdb"), ["--database", library, "list"])
    #expect(list.output.split(separator: "\n").count { $0.contains("10 questions") } == 3, "\(list)")
  }
}
