import Foundation
import HomeworkTestKit
import Testing

@Suite struct `The report page` {
  private func report() throws -> (page: String, path: String, directory: TemporaryDirectory) {
    let directory = try TemporaryDirectory()
    let path = directory.path("report.html")
    let examples = ThisPackage.root.appending(path: "Examples/scenarios")
    let scripts = try FileManager.default.contentsOfDirectory(atPath: examples.path).filter {
      $0.hasSuffix(".scenario")
    }
    let result = try run(
      ThisPackage.binary("hwdb"),
      ["scenario", "report"] + scripts.sorted().map { examples.appending(path: $0).path } + ["-o", path],
      directory: directory.url.path)
    #expect(result.status == 0 && result.output.isEmpty, "\(result)")
    return (try String(contentsOfFile: path, encoding: .utf8), path, directory)
  }

  @Test func `needs nothing besides itself, in under 500 KB for every example`() throws {
    let (page, _, _) = try report()
    #expect(page.utf8.count < 500_000)
    // The name of a picture's language is no address that is read.
    let addresses = page.replacing("http://www.w3.org/2000/svg", with: "")
    for outside in ["http:", "https:", "src=", "<link", "@import", "url("] {
      #expect(!addresses.contains(outside), "\(outside)")
    }
    #expect(
      page.contains("prefers-reduced-motion") && page.contains("prefers-color-scheme") && page.contains("@media print"))
    #expect(
      page.components(separatedBy: "<section ").count - 1 == page.components(separatedBy: "class=\"player\"").count - 1)
    #expect(page.contains("class=\"lost\"") && page.contains("class=\"kept\"") && !page.contains("class=\"leaked\""))
    #expect(page.contains("class=\"hollow\"") && page.contains("suppressed (killResume)"))
  }

  @Test func `shows names as they are, and says what failed`() throws {
    let directory = try TemporaryDirectory()
    try directory.write(
      "scenario \"</script><b>&\"\nquiz mcq 2\nstart\nanswer wrong\nexpect streak 3", to: "odd.scenario")
    let result = try run(
      ThisPackage.binary("hwdb"), ["scenario", "report", "odd.scenario"], directory: directory.url.path)
    #expect(result.status == 1)
    #expect(result.output.contains("&lt;/script&gt;&lt;b&gt;&amp;"))
    #expect(result.output.contains("expected streak 3, found 0"))
    #expect(result.output.components(separatedBy: "</script>").count == 3)
  }

  private static let browser = ["/usr/bin/chromium", "/usr/bin/google-chrome"].first(
    where: FileManager.default.isExecutableFile)

  @Test(.enabled(if: browser != nil, "there is no browser: install chromium"))
  func `plays in a browser`() throws {
    let (page, path, directory) = try report()
    // As if somebody moved to a moment: what throws would leave the title as it was.
    let probe = """
      <script>for (const d of document.querySelectorAll('details')) d.open = true;
      for (const s of document.querySelectorAll('input[type=range]')) for (const at of [0, .3, .7, 1]) {
        s.value = s.max * at; s.oninput(); }
      const c = document.querySelector('canvas'), drawn = c.getContext('2d').getImageData(0, 0, c.width, c.height).data.some(v => v);
      document.title = `players ${document.querySelectorAll('.player canvas').length} drawn ${drawn}`;</script></body>
      """
    try page.replacing("</body>", with: probe).write(toFile: path, atomically: true, encoding: .utf8)
    let result = try run(
      try #require(Self.browser),
      ["--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=5000", "--dump-dom", "file://\(path)"],
      environment: ["HOME": directory.url.path], seconds: 60)
    let count = page.components(separatedBy: "class=\"player\"").count - 1
    #expect(result.output.contains("<title>players \(count) drawn true</title>"), "\(result.errors.suffix(500))")
  }
}
