import Foundation
import HomeworkTestKit
import Testing

@Suite(.inBrowser)
struct `The page on a screen` {
  /// Each screen in Chromium: WCAG 2.2 AA as far as a program can check it, right-to-left, time limits and options.
  @Test func `can be read and used by everyone`() throws {
    let directory = TemporaryDirectory()
    let script = ThisPackage.root.appending(path: "Tests/CommandTests/Clients/page.py").path
    let result = try run(
      "/usr/bin/env", ["python3", script, ThisPackage.binary("hwdbd"), directory.url.path], seconds: 400)
    #expect(result.status == 0 && result.output.contains("ok an address without a token is refused"), "\(result)")
    #expect(result.output.contains("ok each type of questions is answered, and its pictures show"))
  }
}
