import Foundation
import HomeworkModel
import HomeworkStore
import HomeworkTestKit

/// An operation of a store, to be struck at every point.
public struct Work: Sendable {
  public let name: String
  /// Creates the file in its initial state.
  let prepare: @Sendable (_ path: String) throws -> Void
  /// Does the work, and reports each promise once it is made. If something fails, continues as an app would.
  let act: @Sendable (_ path: String, StoreOptions, _ promise: (String) -> Void) throws -> Void
  /// Returns the promises kept, in order. Throws if the state is impossible.
  let kept: @Sendable (Store) throws -> [String]
  /// All promises, in order.
  let promises: [String]
  /// A file beside the database, which must be whole once all is done.
  let beside: String?
  /// The steps of the schema with which the database is opened after a strike.
  let migrator: Migrator
  /// Looks at the file before anything opens it as a store. Throws if the state is impossible.
  let atRest: @Sendable (_ path: String) throws -> Void

  init(
    _ name: String, promises: [String], beside: String? = nil, migrator: Migrator = .sqlite,
    prepare: @escaping @Sendable (String) throws -> Void,
    act: @escaping @Sendable (String, StoreOptions, (String) -> Void) throws -> Void,
    atRest: @escaping @Sendable (String) throws -> Void = { _ in },
    kept: @escaping @Sendable (Store) throws -> [String]
  ) {
    (self.name, self.promises, self.beside, self.migrator) = (name, promises, beside, migrator)
    (self.prepare, self.act, self.atRest, self.kept) = (prepare, act, atRest, kept)
  }

  public static let all: [Work] =
    [answers, finish, delete, checkpoint, backup, restore, upgrade] + LearnerWorks.all

  public static func named(_ name: String) -> Work? { all.first { $0.name == name } }

  static let answers = Work(
    "recording answers", promises: (1...6).map { "answer \($0)" },
    prepare: { path in
      let store = try Store.openAndWait(path: path)
      _ = try store.writeAndWait { tx in try tx.startAttempt(tx.addHomework(sample("played")).id) }
    },
    act: { path, options, promise in
      let store = try Store.openAndWait(path: path, options: options)
      let id = try unwrap(store.readAndWait { tx in try tx.openAttempt(try unwrap(tx.homeworkList().items.first).id) })
        .id
      for _ in 0..<12 {
        guard let attempt = try? store.readAndWait({ try $0.attempt(id) }), attempt.answers.count < 6 else { continue }
        // A failed answer may be retried: either its question is still current, or it was saved.
        let index = attempt.answers.count
        guard let settled = try? store.writeAndWait({ try settle(index, of: id, $0) }) else { continue }
        promise("answer \(settled.attempt.questionIndex)")
      }
    },
    kept: { store in
      let attempts = try store.readAndWait { tx in try tx.attempts(of: try unwrap(tx.homeworkList().items.first).id) }
      let attempt = try unwrap(attempts.first)
      return try attempt.answers.map { answer in
        // A repeated request is already done, and gets the same reply.
        let again = try store.writeAndWait { try settle(answer.index, of: attempt.id, $0) }
        guard again.answer == answer, again.attempt.questionIndex == answer.index + 1 else {
          throw Wrong("an answer asked for again is another")
        }
        return "answer \(answer.index + 1)"
      }
    })

  /// Settles a question once, however often it is requested.
  private static func settle(_ index: Int, of id: Attempt.ID, _ tx: WriteTransaction) throws -> AnswerResult {
    let request = try unwrap(Request(id: "00000000-0000-7000-8000-00000000000\(index)", parameters: id.text))
    let kept = try tx.idempotently(request) {
      _ = try tx.settle(.choice(0), in: id, at: index)
      return .answer(id, index: index)
    }
    guard case .answer(id, let settled) = kept else { throw Wrong("the reply to an answer is kept as another") }
    return try tx.answerResult(of: id, at: settled)
  }

  static let finish = Work(
    "finishing an attempt", promises: ["finished"],
    prepare: { path in
      let store = try Store.openAndWait(path: path)
      let attempt = try store.writeAndWait { tx in try tx.startAttempt(tx.addHomework(sample("played")).id) }
      for _ in 0..<10 { _ = try store.writeAndWait { try $0.settle(.choice(0), in: attempt.id) } }
    },
    act: { path, options, promise in
      let store = try Store.openAndWait(path: path, options: options)
      let homework = try unwrap(store.readAndWait { try $0.homeworkList() }.items.first)
      guard let open = try store.readAndWait({ try $0.openAttempt(homework.id) }) else { return }
      for _ in 0..<2 where (try? store.writeAndWait { try $0.finishAttempt(open.id) }) != nil { promise("finished") }
    },
    kept: { store in
      let homework = try unwrap(store.readAndWait { try $0.homeworkList() }.items.first)
      let isFinished = try store.readAndWait { try $0.attempts(of: homework.id) }.contains { $0.state == .completed }
      // Progress, ledger and achievements change with it, or not at all.
      let earned = try store.readAndWait { try $0.earned() }
      guard isFinished == (homework.progress.totalAttempts == 1), isFinished == (earned.starsTotal > 0),
        isFinished == !earned.achievements.isEmpty, isFinished == (homework.completedAt != nil)
      else { throw Wrong("half of a finish is there") }
      return isFinished ? ["finished"] : []
    })

  static let delete = Work(
    "deleting with cascade", promises: ["deleted"],
    prepare: { path in
      let store = try Store.openAndWait(path: path)
      for title in ["stays", "goes", "goes"] {
        let homework = try store.writeAndWait { try $0.addHomework(sample(title)) }
        let attempt = try store.writeAndWait { try $0.startAttempt(homework.id) }
        for _ in 0..<10 { _ = try store.writeAndWait { try $0.settle(.choice(0), in: attempt.id) } }
        _ = try store.writeAndWait { try $0.finishAttempt(attempt.id) }
      }
    },
    act: { path, options, promise in
      let store = try Store.openAndWait(path: path, options: options)
      let ids = try store.readAndWait { try $0.homeworkList() }.items.filter { $0.title == "goes" }.map(\.id)
      for _ in 0..<2 where (try? store.writeAndWait { try $0.deleteHomework(ids) }) != nil { promise("deleted") }
    },
    kept: { store in
      let items = try store.readAndWait { try $0.homeworkList() }.items
      guard items.count == 3 || items.map(\.title) == ["stays"] else { throw Wrong("half of a deletion is there") }
      for homework in items { _ = try unwrap(store.readAndWait { try $0.quiz(for: homework.id) }) }
      return items.count == 1 ? ["deleted"] : []
    })

  static let checkpoint = Work(
    "checkpoint", promises: [],
    prepare: { path in
      let store = try Store.openAndWait(path: path)
      for number in 0..<5 { _ = try store.writeAndWait { try $0.addHomework(sample("\(number)")) } }
    },
    act: { path, options, _ in
      let store = try Store.openAndWait(path: path, options: options)
      _ = try? store.writeAndWait { tx in try tx.completeHomework(try unwrap(tx.homeworkList().items.last).id) }
      for _ in 0..<2 { try? store.checkpointAndWait() }
    },
    kept: { store in
      guard try store.readAndWait({ try $0.homeworkList() }).items.map(\.title) == ["4", "3", "2", "1", "0"] else {
        throw Wrong("homework is lost")
      }
      return []
    })

  static let backup = Work(
    "backup", promises: ["backed up"], beside: ".backup",
    prepare: { path in
      let store = try Store.openAndWait(path: path)
      for number in 0..<3 { _ = try store.writeAndWait { try $0.addHomework(sample("\(number)")) } }
    },
    act: { path, options, promise in
      let store = try Store.openAndWait(path: path, options: options)
      for _ in 0..<2 {
        guard (try? store.backupAndWait(to: path + ".backup")) != nil else { continue }
        return promise("backed up")
      }
    },
    kept: { store in
      guard try store.readAndWait({ try $0.homeworkList() }).items.count == 3 else { throw Wrong("homework is lost") }
      let path = (store.path ?? "") + ".backup"
      guard FileManager.default.fileExists(atPath: path) else { return [] }
      let copy = try Store.openAndWait(path: path)
      guard try copy.readAndWait({ try $0.homeworkList() }).items == store.readAndWait({ try $0.homeworkList() }).items,
        try copy.checkAndWait().isEmpty
      else {
        throw Wrong("the backup is not what was backed up")
      }
      return ["backed up"]
    })

  static let restore = Work(
    "restore", promises: ["restored"],
    prepare: { path in
      let store = try Store.openAndWait(path: path + ".old")
      _ = try store.writeAndWait { try $0.addHomework(sample("of the backup")) }
      let now = try Store.openAndWait(path: path)
      for number in 0..<4 { _ = try now.writeAndWait { try $0.addHomework(sample("\(number)")) } }
    },
    act: { path, options, promise in
      let store = try Store.openAndWait(path: path, options: options)
      for _ in 0..<2 where (try? store.restoreAndWait(from: path + ".old")) != nil { promise("restored") }
    },
    kept: { store in
      let titles = try store.readAndWait { try $0.homeworkList() }.items.map(\.title)
      guard titles == ["of the backup"] || titles == ["3", "2", "1", "0"] else {
        throw Wrong("half of a restore is there")
      }
      return titles.count == 1 ? ["restored"] : []
    })

  /// Returns an assignment with a quiz of ten questions, to which A is always right.
  static func sample(_ title: String) -> HomeworkDraft {
    let questions = (0..<10).map {
      QuestionDraft(
        prompt: "What is \($0) and 1?", body: .mcq(options: ["\($0 + 1)", "\($0)"], correctIndex: 0), explanation: "")
    }
    return HomeworkDraft(title: title, collections: ["all"], text: "text", quiz: QuizDraft(questions: questions))
  }
}

/// An impossible state.
struct Wrong: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}

/// Returns the value; throws if it is missing.
func unwrap<Value>(_ value: Value?) throws -> Value {
  guard let value else { throw Wrong("something that must be there is not") }
  return value
}
