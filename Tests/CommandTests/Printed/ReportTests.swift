import Foundation
import HomeworkTestKit
import Testing

@Suite struct `The report page` {
  private func report() throws -> (page: String, path: String, directory: TemporaryDirectory) {
    let directory = TemporaryDirectory()
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

  @Test func `is self-contained, and under 500 KB for every example`() throws {
    let (page, _, _) = try report()
    #expect(page.utf8.count < 500_000)
    // The XML namespace of SVG is not an address that is loaded.
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

  @Test func `escapes names, and shows failures`() throws {
    let directory = TemporaryDirectory()
    try directory.write(
      "scenario \"</script><b>&\"\nquiz mcq 2\nstart\nanswer wrong\nexpect streak 3", to: "odd.scenario")
    let result = try run(
      ThisPackage.binary("hwdb"), ["scenario", "report", "odd.scenario"], directory: directory.url.path)
    #expect(result.status == 1)
    #expect(result.output.contains("&lt;/script&gt;&lt;b&gt;&amp;"))
    #expect(result.output.contains("expected streak 3, found 0"))
    #expect(result.output.components(separatedBy: "</script>").count == 3)
  }

  private static let node = ["/usr/bin/node", "/usr/local/bin/node"].first(
    where: FileManager.default.isExecutableFile)

  /// A substitute for a browser: a canvas that records everything drawn, with its colour, size and opacity.
  private static let stage = """
    const drawn = [], state = {globalAlpha: 1, scaleBy: 1, fillStyle: '', font: '', shadowBlur: 0};
    const own = {
      save() { this.kept.push({...state}); }, restore() { Object.assign(state, this.kept.pop()); }, kept: [], far: 0, round: 0,
      scale(x) { state.scaleBy *= x; }, translate() {}, rotate(r) { state.turn = r; }, clearRect() {}, beginPath() { this.far = 0; this.round = 0; },
      lineTo(x, y) { this.far = Math.max(this.far, Math.hypot(x, y)); }, arc(x, y, r) { this.round = r; }, roundRect() { this.far = this.round = 0; }, stroke() {},
      fill() { drawn.push({what: this.far ? 'star' : this.round ? 'dot' : 'card', far: this.far * state.scaleBy, ...state}); },
      fillRect(x, y, w) { drawn.push({what: w === 6 ? 'confetti' : 'particle', ...state}); },
      fillText(text, x, y) { drawn.push({what: 'text', text: String(text), y, ...state}); },
    };
    const c = new Proxy(own, {get: (o, k) => k in o ? o[k] : state[k], set: (o, k, v) => { (k in o ? o : state)[k] = v; return true; }});
    const element = () => ({setAttribute() {}, append() {}, closest: () => ({addEventListener() {}}), dataset: {number: 0}, getContext: () => c});
    global.matchMedia = () => ({matches: false}); global.getComputedStyle = () => ({color: 'ink'}); global.CSS = {supports: () => true};
    const data = JSON.stringify(DATA);
    global.document = {getElementById: id => id === 'data' ? {textContent: data} : {}, querySelectorAll: () => [], createElement: element, body: {}};
    const at = ms => { drawn.length = 0; draw({getContext: () => c}, page.scenarios[0], ms); return drawn; };
    """

  /// Evaluates JavaScript on the page of one script; returns the result as JSON.
  private func drawing(of script: String, files: [String: String] = [:], _ questions: String) throws -> String {
    let directory = TemporaryDirectory()
    try directory.write("scenario \"s\"\n\(script)\n", to: "s.scenario")
    for (name, text) in files { try directory.write(text, to: name) }
    let page = try run(
      ThisPackage.binary("hwdb"), ["scenario", "report", "s.scenario"], directory: directory.url.path
    ).output
    let data = try #require(page.firstMatch(of: /<script type="application\/json" id="data">(.*?)<\/script>/)?.1)
    let code = try #require(page.firstMatch(of: /<script>([\s\S]*?)<\/script>/)?.1)
    let whole =
      Self.stage.replacing("DATA", with: data) + code + "\nconsole.log(JSON.stringify((() => {\(questions)})()));"
    let path = try directory.write(whole, to: "page.js")
    let result = try run(try #require(Self.node), [path])
    #expect(result.status == 0, "\(result.errors.suffix(600))")
    return result.output.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  @Test(.inTestAll(if: node != nil, "there is no node"))
  func `draws a star as its cue specifies, in colour, size and place`() throws {
    let script = "quiz mcq 10\nstart\nanswer correct x4\nwait 5s\nanswer correct\nwait 5s\nanswer correct\nwait 5s"
    let answer = try drawing(
      of: script,
      """
      const fifth = ms => at(ms).filter(d => d.what === 'dot' || d.what === 'star').map(d => [d.what, d.fillStyle, +d.globalAlpha.toFixed(2)]);
      const stars = ms => at(ms).filter(d => d.what === 'star').map(d => +(d.far / .625).toFixed(1));
      const dots = (ms, paint) => fifth(ms).filter(d => d[1] === paint && d[2] > 0).length;
      return [dots(5000, blue), dots(5100, green) >= 5, dots(5350, gold), stars(5900), stars(8000), stars(10100), stars(10300).length,
        stars(12000)];
      """)
    // The fifth star: 1.2 times its size at its largest; then two, the first of which is small.
    #expect(answer == "[1,true,1,[26.9],[22.4],[22.4],2,[16,22.4]]")
  }

  @Test(.inTestAll(if: node != nil, "there is no node"))
  func `draws stepped counts, reduced motion, fading confetti and endless rotation`() throws {
    let count = try drawing(
      of: "quiz mcq 6\nstart\nanswer correct x6\nwait 5s\nfinish\nwait 3s",
      """
      const numbers = ms => at(ms).filter(d => d.what === 'text' && /^\\d+$/.test(d.text)).map(d => [d.text, +d.scaleBy.toFixed(2)]);
      return [numbers(5900), numbers(6000).pop()[1] > 1.06, numbers(6099).length, numbers(6190), numbers(8000)];
      """)
    #expect(count == #"[[["1",1],["0",1]],true,2,[["2",1]],[["2",1]]]"# || count.hasPrefix(#"[[["1",1],["0",1]],true"#))
    let reduced = try drawing(
      of: "quiz mcq 5\nmotion reduced\nstart\nanswer correct x5\nwait 5s",
      "return at(325).filter(d => d.what === 'star').map(d => d.globalAlpha > .2 && d.globalAlpha < .8);")
    #expect(reduced == "[true]")
    let capped = try drawing(
      of: "quiz mcq 20\nstart\nanswer correct x10\nanswer correct x5\nwait 5s",
      "return page.scenarios[0].cues.filter(q => q.capped).map(q => [q.end, fade(q, 0), fade(q, 100), fade(q, 200)]);")
    #expect(capped == "[[200,1,0.5,0]]")
    let spinner = try drawing(
      of: "quiz mcq 2\nprofile homework\ngeneration pending\nwait 7500ms\nkill\nresume",
      "return [...at(7000), at(7499)].filter(d => d.what === 'card').length && [0, 1500, 4500, 7499].map(ms => Math.round(sample(page.scenarios[0].cues[0], 'rotation', ms)));"
    )
    #expect(spinner == "[0,180,180,180]")
  }

  @Test(.inTestAll(if: node != nil, "there is no node"))
  func `draws every animation of the five designs at every moment`() throws {
    let events = """
      load, loaded, spin, pull, refreshed, cards, list, rate, drag, select, matchedGeometry, present, tabSwitch, swipe, scroll, \
      parallax, dismiss, inlineLoad, log, favorite, save, sync, toggle, slide, fabTap, bars, graph, contentChange, toast, alert, \
      presentCamera, photo, press, exit, confirmDelete, reconnect, presentCapture, replace, release, retake, \
      swiping, slideEnd, background
      """.split(separator: ", ").map { "screen event \($0)\nwait 400ms" }.joined(separator: "\n")
    let script =
      "quiz mcq 10\nprofile mcq-streak, homework, offload, ncdb, diet\nstart\nanswer correct x10\n\(events)\nfinish\nwait 5s\nadd homework \"a\" in \"C\"\ncomplete \"a\"\nwait 3s"
    let answer = try drawing(
      of: script,
      """
      const end = page.scenarios[0].end, names = new Set();
      for (let ms = 0; ms <= end; ms += 50) for (const d of at(ms)) {
        if (![d.globalAlpha, d.scaleBy, d.shadowBlur].every(Number.isFinite)) return [ms, d];
        if (d.what === 'text') names.add(d.text);
      }
      return [...names].length > 40;
      """)
    #expect(answer == "true")
  }

  @Test func `shows a rotation in the timeline for as long as it lasts`() throws {
    let directory = TemporaryDirectory()
    let script = "scenario \"s\"\nquiz mcq 2\nprofile homework\ngeneration pending\nwait 10s\nkill\nresume\n"
    try directory.write(script, to: "s.scenario")
    let trace = try run(
      ThisPackage.binary("hwdb"), ["scenario", "trace", "s.scenario"], directory: directory.url.path)
    let bar = try #require(trace.output.split(separator: "\n").last { $0.contains("processingGenerating") })
    #expect(bar.count { $0 == "█" } > 55 && !bar.contains("░"), "\(bar)")
  }

  @Test(.inBrowser)
  func `plays in a browser`() throws {
    let (page, path, directory) = try report()
    // Simulates moving the slider: an exception would leave the title unchanged.
    let probe = """
      <script>for (const d of document.querySelectorAll('details')) d.open = true;
      for (const s of document.querySelectorAll('input[type=range]')) for (const at of [0, .3, .7, 1]) {
        s.value = s.max * at; s.oninput(); }
      const c = document.querySelector('canvas'), drawn = c.getContext('2d').getImageData(0, 0, c.width, c.height).data.some(v => v);
      document.title = `players ${document.querySelectorAll('.player canvas').length} drawn ${drawn}`;</script></body>
      """
    try page.replacing("</body>", with: probe).write(toFile: path, atomically: true, encoding: .utf8)
    let result = try run(
      try #require(Browser.path),
      ["--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=5000", "--dump-dom", "file://\(path)"],
      environment: ["HOME": directory.url.path], seconds: 60)
    let count = page.components(separatedBy: "class=\"player\"").count - 1
    #expect(result.output.contains("<title>players \(count) drawn true</title>"), "\(result.errors.suffix(500))")
  }
}
