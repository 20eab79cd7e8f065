import Foundation
import HomeworkFormats
import HomeworkJSON
import HomeworkModel
import HomeworkRPC
import HomeworkStore

extension Operations {
  private static let id = Parameter.required("homeworkId", .string, "its id, or a unique beginning or end of it")

  static let homework: [Operation] = [
    Operation(
      writing: "homework.add", "Adds a homework, with its quiz if there is one.",
      [
        .required("title", .string, "what it is called"), .optional("subject", .string, "such as Mathematics"),
        .optional("collections", .array(.string), "names of the collections it belongs to"),
        .optional("text", .string, "the text of the homework"), .imagePath,
        .optional("dueOn", .string, "the day it is due, 2026-11-20"),
        .optional("quiz", .readElsewhere(.shape("QuizInput")), "its quiz; ids are not needed"),
      ], gives: .shape("Homework")
    ) { parameters, _ in
      let draft = HomeworkDraft(
        title: parameters.string("title") ?? "", subject: parameters.string("subject"),
        collections: parameters.strings("collections"), picture: try parameters.picture,
        text: parameters.string("text"), dueOn: parameters.string("dueOn"),
        quiz: try parameters["quiz"].map { try quizDraft($0) })
      return { tx in
        let homework = try tx.addHomework(draft)
        return { homework.json }
      }
    },
    Operation("homework.get", "One homework.", [id], gives: .shape("Homework")) { parameters, context in
      try context.store.homework(parameters.homeworkId(context)).json
    },
    Operation(
      "homework.list", "Homework, newest first.",
      [
        .optional("subject", .string, "only of this subject"),
        .optional("collection", .string, "only of this collection"),
        .optional("status", .oneOf(HomeworkFilter.Status.allCases.map(\.rawValue)), "only these"),
        .optional(
          "due", .oneOf(["today", "week", "overdue"]), "by the day it is due, as seen from this machine's today"),
        .optional("search", .string, "words of title, subject, text or questions; of the last its beginning will do"),
        .optional("limit", .integer, "how many at most, 1 to 500; 50 unless given"),
        .optional("after", .string, "the next of the page before"),
      ],
      gives: .object(["items": .array(.shape("Homework")), "next": .string], required: ["items"])
    ) { parameters, context in
      let filter = HomeworkFilter(
        subject: parameters.string("subject"), collection: parameters.string("collection"),
        status: parameters.string("status").flatMap(HomeworkFilter.Status.init), due: due(parameters.string("due")),
        search: parameters.string("search"))
      let page = try context.store.homeworkList(
        filter, limit: parameters.int("limit") ?? 50, after: parameters.string("after"))
      return object(["items": .array(page.items.map(\.json)), "next": JSONValue(page.next)])
    },
    Operation(
      writing: "homework.delete", "Deletes homework with quiz, attempts and progress: all of them or none.",
      [.required("homeworkIds", .array(.string), "ids, or unique beginnings or ends")],
      gives: .object(["deleted": .array(.string)], required: ["deleted"])
    ) { parameters, _ in
      let ids = parameters.strings("homeworkIds")
      return { tx in
        let deleted = try tx.deleteHomework(try ids.map { try tx.homeworkId(matching: $0) })
        return { ["deleted": .array(deleted.map { .string($0.id.text) })] }
      }
    },
    Operation(
      writing: "homework.undelete", "Brings back the homework of the last deletion, for 30 days or until the next one.",
      gives: .object(["items": .array(.shape("Homework"))], required: ["items"])
    ) { _, _ in
      { tx in
        let items = try tx.undoDeletion()
        return { ["items": .array(items.map(\.json))] }
      }
    },
    Operation(writing: "homework.complete", "Marks a homework done.", [id], gives: .shape("Homework")) {
      parameters, _ in
      { tx in
        let homework = try tx.completeHomework(parameters.homeworkId(tx))
        return { homework.json }
      }
    },
    Operation(writing: "homework.reopen", "Marks a homework not done.", [id], gives: .shape("Homework")) {
      parameters, _ in
      { tx in
        let homework = try tx.reopenHomework(parameters.homeworkId(tx))
        return { homework.json }
      }
    },
    Operation("progress.get", "The progress of a homework.", [id], gives: .shape("Progress")) { parameters, context in
      try context.store.homework(parameters.homeworkId(context)).progress.json
    },
  ]

  static let quizzes: [Operation] =
    [
      Operation(
        writing: "quiz.set", "Gives a homework its quiz, in place of one that it may have.",
        [id, .required("quiz", .readElsewhere(.shape("QuizInput")), "a quiz, or an array of questions")],
        gives: .shape("Quiz")
      ) { parameters, _ in
        let draft = try quizDraft(parameters["quiz"] ?? .null)
        return { tx in
          let quiz = try tx.setQuiz(draft, for: parameters.homeworkId(tx))
          return { quiz.json }
        }
      },
      Operation("quiz.get", "The quiz of a homework.", [id], gives: .shape("Quiz")) { parameters, context in
        let id = try parameters.homeworkId(context)
        guard let quiz = try context.store.quiz(for: id) else { throw StoreError.notFound(.quiz, "of homework \(id)") }
        return quiz.json
      },
    ] + interchange

  private static func due(_ word: String?) -> HomeworkFilter.Due? {
    let parts = Calendar(identifier: .gregorian).dateComponents([.year, .month, .day], from: .now)
    let today = String(format: "%04d-%02d-%02d", parts.year ?? 0, parts.month ?? 0, parts.day ?? 0)
    return switch word {
    case "today": .today(today)
    case "week": .week(from: today)
    case "overdue": .overdue(on: today)
    default: nil
    }
  }

  static func quizDraft(_ json: JSONValue) throws(RPCError) -> QuizDraft {
    do throws(QuizFormatError) {
      return try QuizJSON.quiz(from: json)
    } catch {
      throw RPCError(error, in: "quiz")
    }
  }
}
