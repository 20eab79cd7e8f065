import Foundation
import HomeworkReports
import HomeworkScenarios
import Measure

/// The speed of exploring every sequence, and the number of worker processes killed and resumed per second.
///
/// `--worker PATH` names the statically linked executable to kill, by default the `hwdb` of a release build.
@main
enum ScenarioBenchmark {
  static func main() throws {
    try report("HomeworkScenarios", try sequences() + kills())
  }

  private static func sequences() throws -> [Figure] {
    var found: SequenceExploration?
    let time = try alternate(rounds: 3, warmUp: 1, [{ found = Explorer().explore(sequencesUpTo: 12) }])[0]
    guard let found, found.violation == nil else { fatalError("a law is broken") }
    var all: SequenceExploration?
    let allTime = try alternate(rounds: 3, warmUp: 1, [{ all = Explorer().explore(sequencesUpTo: 4, of: .all) }])[0]
    guard let all, all.violation == nil else { fatalError("a law is broken") }
    return [
      Figure("explore --sequences 12, \(found.points) deaths", time.seconds, "s", goal: .atMost(60)),
      Figure(
        "explore --sequences 4 --actions all, \(all.points) deaths", allTime.seconds, "s", goal: .atMost(10)),
      Figure("memory at its most", peakMegabytes(), "MB", goal: .atMost(200)),
      Figure("scenario steps in memory", Double(found.steps) / time.seconds, "op/s", goal: .atLeast(500_000)),
    ]
  }

  /// Runs two scripts at a time on two cores, each with its own database file.
  private static func kills() throws -> [Figure] {
    let worker = value(of: "--worker") ?? ".build/release/hwdb"
    guard FileManager.default.isExecutableFile(atPath: worker) else {
      print("no \(worker): make static, or give --worker PATH")
      exit(2)
    }
    let count = 100
    let text =
      "scenario \"k\"\nquiz mcq 10\nstart\nanswer correct x3\n" + String(repeating: "kill\nresume\n", count: count)
    let scenarios = try ScenarioParser.parse(ScenarioSource(name: "k", text: text))
    let runner = ScenarioRunner(mode: .process, worker: [worker] + AppServer.arguments)
    let time = try alternate(
      rounds: 5,
      [
        {
          DispatchQueue.concurrentPerform(iterations: 2) { _ in
            let report = runner.run(scenarios)
            precondition(report.failed == 0 && report.scenarios[0].kills.allSatisfy { $0.signal == SIGKILL })
          }
        }
      ])[0]
    return [
      Figure(
        "worker processes killed and resumed, on a file", Double(2 * count) / time.seconds, "op/s", goal: .atLeast(150))
    ]
  }

  private static func peakMegabytes() -> Double {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return Double(usage.ru_maxrss) / 1024
  }
}
