import Foundation
import HomeworkAPI
import HomeworkModel
import HomeworkStore
import HomeworkTestKit
import Synchronization
import Testing

@Suite struct `A file at its size limit` {
  /// The limit is the shell's `ulimit`, in blocks of 1024 bytes: SIGXFSZ would end the process.
  @Test func `reports a failed write and keeps the existing data`() throws {
    let directory = TemporaryDirectory()
    let (hwdb, database) = (try ThisPackage.binary("hwdb"), directory.path("x.sqlite"))
    #expect(try run(hwdb, ["add", "kept", "--database", database]).status == 0)
    let text = try directory.write(String(repeating: "more and more words ", count: 40_000), to: "long.txt")
    let result = try run(
      "/bin/bash",
      ["-c", "ulimit -f 300 && exec \"$@\"", "-", hwdb, "add", "large", "--text", text, "--database", database]
    )
    #expect(result.status == 5, "\(result)")
    #expect(result.errors.contains("raise ulimit -f"), "\(result)")
    let list = try run(hwdb, ["list", "--database", database])
    #expect(list.output.contains("kept") && !list.output.contains("large"))
    #expect(try run(hwdb, ["add", "again", "--database", database]).status == 0)
  }
}
