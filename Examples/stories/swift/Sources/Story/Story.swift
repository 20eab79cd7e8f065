import Foundation
import HomeworkModel
import HomeworkMotion
import HomeworkPlay
import HomeworkStore

/// A quiz that embeds the library, which saves each answer before it returns the cues to show.
@main struct Story {
  private let live: LiveAttempt, homework: Homework.ID
  /// The cues on screen; a kill takes them.
  private var running: [Cue] = []

  private init(_ params: Request.Params) throws {
    let store = try Store.openAndWait(path: params.dataDirectory! + "/quiz.sqlite")
    let questions = (params.quiz?.questions ?? []).map {
      QuestionDraft(prompt: $0.question, body: .mcq(options: $0.options, correctIndex: $0.correctIndex))
    }
    homework = try store.writeAndWait { tx in
      try tx.homeworkList(HomeworkFilter(search: "story")).items.first
        ?? tx.addHomework(HomeworkDraft(title: "Story", quiz: QuizDraft(questions: questions)))
    }.id
    live = try LiveAttempt.openAndWait(homework: homework, in: store, clock: .standing(atMs: params.atMs ?? 0))
  }

  private mutating func act(_ params: Request.Params) throws {
    let cues: CueChanges
    switch params.action {
    case "start":
      cues = try live.startAndWait(homework, atMs: params.atMs).cues
    default:
      let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ").map(String.init)
      let choice = letters.firstIndex(of: params.response ?? "") ?? letters.count
      cues = try live.settleAndWait(.choice(choice), atMs: params.atMs).cues
    }
    // The change is on disk: from here on, it is only shown.
    say(["method": "saved"])
    for cue in cues.changed {
      for index in running.indices where running[index].id == cue.id { running[index] = cue }
    }
    for cue in cues.started where !cue.phases.isEmpty {
      running.append(cue)
      report("cue.started", cue, ["atMs": cue.startMs, "durationMs": cue.durationMs])
    }
  }

  private mutating func advance(to ms: Int) {
    for cue in running.filter({ $0.ending.atMs <= ms }).sorted(by: { $0.ending.atMs < $1.ending.atMs }) {
      report("cue.ended", cue, ["atMs": cue.ending.atMs, "disposition": cue.ending.disposition.rawValue])
    }
    running.removeAll { $0.ending.atMs <= ms }
  }

  private func report(_ method: String, _ cue: Cue, _ more: [String: Any]) {
    let name: [String: Any] = ["animation": cue.animation.rawValue, "questionIndex": cue.trigger.questionIndex ?? 0]
    say(["method": method, "params": name.merging(more) { $1 }])
  }

  private var state: [String: Any] {
    let session = live.session
    guard live.attemptId != nil else { return ["attemptOpen": false] }
    let stars = (0..<session.questionIndex).count { session.position(ofQuestion: $0) ?? 0 >= 5 }
    return ["question": session.questionIndex + 1, "stars": stars, "attemptOpen": true]
  }

  static func main() throws {
    Store.makeErrorsOfSignals()
    let capabilities: [String: Any] = [
      "clock": "virtual", "questions": ["mcq"], "actions": ["start", "answer"],
      "state": ["question", "stars", "attemptOpen"], "suppressed": false,
    ]
    var story: Story?
    while let line = readLine() {
      let request = try JSONDecoder().decode(Request.self, from: Data(line.utf8))
      let params = request.params
      var reply: [String: Any] = ["id": request.id, "result": [:] as [String: Any]]
      do {
        switch request.method {
        case "app.start":
          story = try Story(params!)
          reply["result"] = ["name": "quiz in Swift, with the library", "capabilities": capabilities]
        case "app.act": try story?.act(params!)
        case "app.advance": story?.advance(to: params!.toMs ?? 0)
        case "app.state": reply["result"] = story?.state
        default: break
        }
      } catch let error where request.method == "app.act" {
        let name = story?.live.attemptId == nil ? "notFound" : params?.action == "start" ? "conflict" : "invalid"
        reply["result"] = nil
        reply["error"] = ["code": -32000, "message": "\(error)", "data": ["name": name]] as [String: Any]
      }
      say(reply)
      if request.method == "app.stop" { break }
    }
  }
}

/// The parts of a request that the story reads.
struct Request: Decodable {
  struct Quiz: Decodable { let questions: [Question] }
  struct Question: Decodable { let question: String, options: [String], correctIndex: Int }
  struct Params: Decodable {
    let dataDirectory: String?, quiz: Quiz?, action: String?, response: String?, atMs: Int?, toMs: Int?
  }
  let id: Int, method: String, params: Params?
}

private func say(_ message: [String: Any]) {
  let message = message.merging(["jsonrpc": "2.0"]) { $1 }
  guard let line = try? JSONSerialization.data(withJSONObject: message) else { return }
  FileHandle.standardOutput.write(line + Data("\n".utf8))
}
