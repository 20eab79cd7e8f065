import Foundation
import HomeworkModel
import HomeworkMotion
import Testing

@Suite struct `An animation file` {
  private func mistakes(in text: String, name: String = "x.tokens.json") -> [AnimationMistakes.Mistake] {
    do {
      _ = try Catalogue(files: [AnimationFile(name: name, text: text)])
      return []
    } catch let error as AnimationMistakes {
      return error.mistakes
    } catch {
      Issue.record("\(error)")
      return []
    }
  }

  /// Returns a file with one transition that has an extension, and other content.
  private static func file(
    _ own: String = #""on": {"screen": "tap"}"#, value: String = standard, besides: String = ""
  ) -> String {
    """
    {\(besides)"flame": {"$type": "transition", "$value": \(value), "$extensions": {"org.hwdb.animation": {\(own)}}}}
    """
  }
  private static let standard =
    #"{"duration": {"value": 800, "unit": "ms"}, "delay": {"value": 0, "unit": "ms"}, "timingFunction": [0, 0, 0.58, 1]}"#

  @Test func `of minimal content describes a complete animation`() throws {
    let catalogue = try Catalogue(files: [AnimationFile(name: "/a/b/mine.tokens.json", text: Self.file())])
    let flame = try #require(catalogue["flame"])
    #expect((flame.profile, flame.document, flame.delayMs) == ("mine", "/a/b/mine.tokens.json", 0))
    #expect(flame.variants.map(\.durationMs) == [800] && flame.reduced == .instant && flame.resume == .routine)
    #expect(flame.variants[0].phases == [Phase("transition", .progress, for: 800, .easeOut, 0, 1)])
    #expect(catalogue["mine.flame"] == flame && catalogue["mine/flame"] == flame && catalogue["A1"] == nil)
    #expect(catalogue.screenEvents == ["tap", "background"])
  }

  @Test func `can contain any of the five built-in designs`() throws {
    for profile in ProfileName.designs {
      let text = try #require(BuiltInDesign.text(of: profile))
      let own = try Catalogue(files: [AnimationFile(name: "copy.tokens.json", text: text)])
      let builtIn = Catalogue.designs([profile])
      #expect(own.entries.count == builtIn.entries.count)
      for (one, other) in zip(own.entries, builtIn.entries) {
        #expect(one.variants == other.variants && one.triggers == other.triggers && one.document == other.document)
      }
    }
    #expect(BuiltInDesign.text(of: "mine") == nil)
  }

  @Test func `with a copy of the streak plays like the streak`() throws {
    let text = try #require(BuiltInDesign.text(of: .mcqStreak))
    let own = try Catalogue(files: [AnimationFile(name: "copy.tokens.json", text: text)])
    func play(_ catalogue: Catalogue) throws -> [Cue] {
      var session = Session(
        resuming: Trace.attempt([], of: 12), environment: SessionEnvironment(catalogue: catalogue), atMs: 0)
      var cues: [Cue] = []
      for index in 0..<12 {
        let outcome: Outcome = index == 7 ? .wrong : .correct
        let answer = SettledAnswer(questionIndex: index, outcome: outcome, movesStreak: true)
        cues += try session.receive(.settled(answer), atMs: index * 400).started
      }
      cues += try session.receive(.finished(starsEarned: 3, starsTotal: 7), atMs: 9000).started
      return cues
    }
    #expect(try play(own) == play(.mcqStreak))
  }

  @Test func `resolves references to tokens, paths and groups`() throws {
    let besides = """
      "time": {"$type": "duration", "short": {"$value": {"value": 0.2, "unit": "s"}}, "same": {"$value": "{time.short}"}},
      "ease": {"$type": "cubicBezier", "$root": {"$value": [0.42, 0, 1, 1]}},
      "base": {"$type": "transition", "glow": {"$value": {"duration": "{time.same}", "delay": {"$ref": "#/time/short/$value"},
        "timingFunction": "{ease}"}, "$extensions": {"org.hwdb.animation": {"on": {"screen": "push"}}, "com.other": {"a": [1]}}}},
      "more": {"$extends": "{base}", "spark": {"$ref": "#/base/glow/$value", "$extensions": {"org.hwdb.animation": {"on": "pop"}}}},
      """
    let text = Self.file(
      #""on": {"screen": "tap"}, "phases": [{"property": "scale", "durationMs": "{time.short}", "curve": "{ease}", "from": 0, "to": 1}]"#,
      besides: besides)
    // An extending group has the same names, and duplicates are a mistake.
    #expect(mistakes(in: text).map(\.message) == ["\"glow\" is also the name of base.glow: rename one"])
    let renamed = text.replacing(
      "\"more\": {\"$extends\": \"{base}\", ", with: "\"more\": {\"$type\": \"transition\", ")
    let catalogue = try Catalogue(files: [AnimationFile(name: "x.json", text: renamed)])
    let glow = try #require(catalogue["glow"])
    #expect((glow.delayMs, glow.variants[0].durationMs) == (200, 200))
    #expect(glow.variants[0].phases[0].curve == .easeIn)
    #expect(catalogue["spark"]?.variants == glow.variants)
    #expect(catalogue["flame"]?.variants[0].phases == [Phase("scale", .scale, for: 200, .easeIn, 0, 1)])
    #expect(catalogue.tokens.map(\.name) == ["short", "same"])
  }

  @Test(arguments: [
    ("", "1:1", "", "ends too early"), ("[]", "1:1", "", "begin it with {"),
    ("{\"a\": 1}", "1:7", "a", "write an object"),
    (#"{"a.b": {}}"#, "1:9", "a.b", "is not a name"), (#"{"$tpye": "color"}"#, "1:11", "$tpye", "did you mean $type?"),
    (#"{"a": {"$type": "colour"}}"#, "1:17", "a.$type", "did you mean color?"),
    (#"{"a": {"$value": 1, "b": {}}}"#, "1:26", "a.b", "inside a token"),
    (#"{"a": {}, "a": {}}"#, "1:16", "a", "appears twice"),
    (#"{"a": {"$extends": "{b}"}, "b": {"$extends": "{a}"}}"#, "1:20", "a.$extends", "circle"),
    (#"{"a": {"$extends": "{c}"}}"#, "1:20", "a.$extends", "there is no group {c}"),
    (#"{"a": {"b": {"$extends": "{a}"}}}"#, "1:26", "a.b.$extends", "circle"),
    (#"{"$type": "duration", "a": {"$value": "{b}"}, "b": {"$value": "{a}"}}"#, "1:39", "a", "circle: {b} → {a}"),
    (#"{"$type": "duration", "a": {"$value": "{c}"}}"#, "1:39", "a", "there is no {c}"),
    (#"{"$type": "duration", "a": {"$value": {"value": -1, "unit": "ms"}}}"#, "1:39", "a", "between 0 and ten minutes"),
    (#"{"$type": "duration", "a": {"$value": {"value": 1, "unit": "h"}}}"#, "1:39", "a", "is not a duration"),
    (#"{"$type": "cubicBezier", "a": {"$value": [2, 0, 1, 1]}}"#, "1:42", "a", "from 0 to 1"),
    (#"{"$type": "color", "a": {"$value": 1, "$extensions": {"org.hwdb.animation": {}}}}"#, "1:25", "a", "transition"),
  ])
  func `that breaks a rule of the format is rejected with the position`(
    text: String, position: String, path: String, words: String
  ) throws {
    let mistakes = mistakes(in: text)
    let first = try #require(mistakes.first, "\(text)")
    #expect("\(first.line):\(first.column)" == position && first.path == path, "\(mistakes)")
    #expect(mistakes.contains { $0.message.contains(words) }, "\(mistakes)")
  }

  @Test(arguments: [
    (#""onn": "tap""#, "onn", "did you mean on?"), ("", "", "does not say what starts it"),
    (#""on": {"fact": "answerSetled"}"#, "on.fact", "did you mean answerSettled?"),
    (#""on": {}"#, "on", "names a fact or a screen event"),
    (#""on": {"fact": "answerSettled", "screen": "tap"}"#, "on", "one of them"), (#""on": []"#, "on", "is empty"),
    (#""on": {"fact": "answerSettled", "streak": {"every": 0}}"#, "on.streak.every", "from 1 to 10"),
    (#""on": {"fact": "answerSettled", "streak": [11]}"#, "on.streak", "from 1 to 10"),
    (#""on": {"fact": "answerSettled", "streak": 3}"#, "on.streak", "every"),
    (#""on": {"fact": "attemptFinished", "percentage": {"from": 101}}"#, "on.percentage.from", "from 0 to 100"),
    (#""on": {"fact": "attemptFinished", "percentage": {"from": 90, "to": 80}}"#, "on.percentage", "swap them"),
    (#""on": "tap", "reduced": "none""#, "reduced", "is not known"),
    (#""on": "tap", "haptic": "hard""#, "haptic", "is not known"),
    (#""on": "tap", "haptic": {"kind": "light", "atMs": -1}"#, "haptic.atMs", "from 0"),
    (#""on": "tap", "layer": "top""#, "layer", "is not known"),
    (#""on": "tap", "again": "once""#, "again", "is not known"),
    (#""on": "tap", "stagger": {"limit": 3}"#, "stagger", "lacks delayMs"),
    (#""on": "tap", "particles": {"from": 8, "to": 5}"#, "particles", "swap them"),
    (#""on": "tap", "phases": [{"property": "scale"}]"#, "phases[0]", "lacks durationMs"),
    (
      #""on": "tap", "phases": [{"property": "size", "durationMs": 900, "from": 0, "to": 1}]"#, "phases[0]",
      "after the end"
    ),
    (
      #""on": "tap", "phases": [{"property": "sise", "durationMs": 9, "from": 0, "to": 1}]"#, "phases[0].property",
      "did you mean size?"
    ),
    (
      #""on": "tap", "phases": [{"property": "x", "durationMs": 9, "startMs": -1, "from": 0, "to": 1}]"#,
      "phases[0].startMs", "from 0"
    ),
    (
      #""on": "tap", "phases": [{"property": "x", "durationMs": 9, "from": "a", "to": 1}]"#, "phases[0].from",
      "must be a number"
    ),
    (
      #""on": "tap", "phases": [{"property": "x", "durationMs": 9, "curve": "bouncy", "from": 0, "to": 1}]"#,
      "phases[0].curve", "is not a curve"
    ),
    (
      #""on": "tap", "phases": [{"property": "x", "durationMs": 9, "curve": "spring(0.3, 0)", "from": 0, "to": 1}]"#,
      "phases[0].curve", "does not settle"
    ),
    (
      #""on": "tap", "phases": [{"property": "x", "durationMs": 9, "curve": "spring(0.3, 0.0001)", "from": 0, "to": 1}]"#,
      "phases[0].curve", "does not settle"
    ),
    (
      #""on": "tap", "phases": [{"property": "x", "durationMs": 9, "curve": "spring(0.3, 1e9)", "from": 0, "to": 1}]"#,
      "phases[0].curve", "does not settle"
    ),
    (
      #""on": "tap", "phases": [{"property": "x", "durationMs": 9, "curve": "spring(0.3, 1e308)", "from": 0, "to": 1}]"#,
      "phases[0].curve", "does not settle"
    ),
    (
      #""on": "tap", "phases": [{"name": "one", "property": "x", "durationMs": 90, "from": 0, "to": 1}, {"property": "x", "startMs": 89, "durationMs": 9, "from": 1, "to": 0}]"#,
      "phases[1]", "overlaps one, which also moves x: start it at 90 ms"
    ),
    (#""on": "tap", "variants": []"#, "variants", "at least one variant"),
    (#""on": "tap", "variants": [{"reduced": "instnt"}]"#, "variants[0].reduced", "did you mean instant?"),
    (
      #""on": "tap", "text": {"title": "Exit?", "actions": ["Cancel", "Exit"], "destructive": "Exti"}"#,
      "text.destructive", "did you mean Exit?"
    ),
    (#""on": "tap", "values": {"radius": true}"#, "values.radius", "must be a text"),
    (#""on": "tap", "values": {"radius": 1e10}"#, "values.radius", "must be a number"),
    (#""on": "tap", "values": {"shapes": ["circle", 1]}"#, "values.shapes", "must be a text"),
    (
      #""on": "tap", "phases": [{"property": "x", "durationMs": 9, "from": 0, "to": 1, "fromNumber": [[0, 0]]}]"#,
      "phases[0].fromNumber", "must be pairs of number and value"
    ),
    (
      #""on": "tap", "phases": [{"property": "x", "durationMs": 9, "from": 0, "to": 1, "fromNumber": [[1, 0], [0, 1]]}]"#,
      "phases[0].fromNumber", "in ascending order"
    ),
    (
      #""on": "tap", "phases": [{"property": "x", "durationMs": 9, "from": 0, "to": 1, "fromNumber": [[0], [1, 1]]}]"#,
      "phases[0].fromNumber", "must be pairs of number and value"
    ),
    (#""on": "tap", "variants": [{"durationMs": 900}]"#, "variants[0].durationMs", "more than the 800 ms"),
    (#""on": "tap", "behaviour": "star""#, "on", "is triggered by the program"),
  ])
  func `whose extension breaks a rule is rejected with the path`(own: String, path: String, words: String) throws {
    let mistakes = mistakes(in: Self.file(own))
    let prefix = "flame.$extensions.org.hwdb.animation"
    #expect(
      mistakes.contains { $0.path == (path.isEmpty ? prefix : "\(prefix).\(path)") && $0.message.contains(words) },
      "\(mistakes)")
  }

  @Test func `reports all its mistakes at once, in order`() {
    let value = #"{"duration": {"value": -5, "unit": "ms"}, "delay": {"value": 1, "unit": "min"}}"#
    let text = Self.file(#""on": {"fact": "x"}, "haptic": 1, "nothing": 2"#, value: value)
    let mistakes = mistakes(in: text)
    #expect(mistakes.count == 6, "\(mistakes)")
    #expect(mistakes.map(\.column) == mistakes.map(\.column).sorted())
    #expect("\(mistakes[0])".hasPrefix("x.tokens.json:1:"))
  }

  @Test func `is read or rejected in bounded time`() throws {
    let started = ContinuousClock.now
    // A thousand animations.
    let many = (0..<1000).map {
      "\"a\($0)\": {\"$type\": \"transition\", \"$value\": \(Self.standard), \"$extensions\": {\"org.hwdb.animation\": {\"on\": \"tap\"}}}"
    }
    #expect(
      mistakes(in: "{\(many.joined(separator: ","))}").contains { $0.message.contains("more than 500 animations") })
    // A chain of references, and groups that each extend the preceding one twice.
    let chain = (0..<5000).map { "\"a\($0)\": {\"$value\": \"{a\($0 + 1)}\"}" }
    #expect(!mistakes(in: "{\"$type\": \"duration\", \(chain.joined(separator: ","))}").isEmpty)
    let doubling = (1..<40).map {
      "\"g\($0)\": {\"x\": {\"$extends\": \"{g\($0 - 1)}\"}, \"y\": {\"$extends\": \"{g\($0 - 1)}\"}}"
    }
    #expect(!mistakes(in: "{\"g0\": {\"t\": {\"$value\": 1}}, \(doubling.joined(separator: ","))}").isEmpty)
    #expect(!mistakes(in: String(repeating: "{\"a\":", count: 100_000)).isEmpty)
    #expect(!mistakes(in: "{\"a\": \"\(String(repeating: "x", count: 2 << 20))\"}").isEmpty)
    let wrong = (0..<20_000).map { "\"b\($0)\": \($0)" }
    let refusal = try #require(throws: AnimationMistakes.self) {
      try Catalogue(files: [AnimationFile(name: "x.tokens.json", text: "{\(wrong.joined(separator: ","))}")])
    }
    #expect(refusal.mistakes.count == 20 && refusal.more == 19_980)
    #expect(refusal.description.hasSuffix("\nand 19980 more"))
    // This is not a measurement: a quadratic algorithm would take hours.
    #expect(ContinuousClock.now - started < .seconds(120))
  }

  @Test func `can be combined with designs and other files if names are unique`() throws {
    let mine = AnimationFile(name: "mine.tokens.json", text: Self.file())
    let other = AnimationFile(name: "other.tokens.json", text: Self.file())
    #expect(try Catalogue(profiles: [.diet], files: [mine]).names.last == "flame")
    #expect(throws: AnimationMistakes.self) { try Catalogue(files: [mine, other]) }
    let push = AnimationFile(name: "push.tokens.json", text: Self.file().replacing("\"flame\"", with: "\"push\""))
    #expect(throws: AnimationMistakes.self) { try Catalogue(profiles: [.homework], files: [push]) }
    #expect(try Catalogue(profiles: [.diet], files: [push])["push"]?.profile == "push")
  }

  @Test func `is a value: equal sources are equal catalogues`() throws {
    let mine = AnimationFile(name: "mine.tokens.json", text: Self.file())
    let one = try Catalogue(profiles: [.ncdb], files: [mine])
    #expect(one == (try Catalogue(profiles: [.ncdb], files: [mine])) && one != .all)
  }

  @Test func `shows a flame at every third consecutive correct MCQ`() throws {
    let text = Self.file(#""on": {"fact": "answerSettled", "streak": {"every": 3}}"#)
    let catalogue = try Catalogue(files: [AnimationFile(name: "x.json", text: text)])
    for (steps, flames) in [
      (Array(repeating: Step.correct, count: 13), [2, 5, 8, 12]),
      ([.correct, .correct, .text, .correct, .wrong, .correct, .correct, .skip, .correct], [3]),
    ] {
      var session = Session(
        resuming: Trace.attempt([], of: steps.count), environment: SessionEnvironment(catalogue: catalogue), atMs: 0)
      var shown: [Int] = []
      for (index, step) in steps.enumerated() {
        let answer = SettledAnswer(questionIndex: index, outcome: step.outcome, movesStreak: step.movesStreak)
        let started = try session.receive(.settled(answer), atMs: index * 1000).started
        #expect(started.allSatisfy { $0.animation == "flame" && $0.durationMs == 800 })
        if !started.isEmpty { shown.append(index) }
      }
      // A new cycle begins after the tenth: the thirteenth is its third.
      #expect(shown == flames)
    }
  }
}
