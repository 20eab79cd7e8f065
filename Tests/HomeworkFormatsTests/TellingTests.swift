import Foundation
import HomeworkFormats
import HomeworkModel
import Testing

/// Returns the error message for a text; empty if it can be read.
private func refusal(_ text: String) -> String {
  do throws(QuizFormatError) {
    _ = try QuizImporter.read(Data(text.utf8))
    return ""
  } catch {
    return "\(error)"
  }
}

private func mcq(_ prompt: String, _ options: [String], _ index: Int, _ explanation: String = "") -> QuestionDraft {
  QuestionDraft(prompt: prompt, body: .mcq(options: options, correctIndex: index), explanation: explanation)
}

@Suite struct `The program's own exports` {
  static let texts = [
    "[1] is a list", "{ =a ~b }", "{T}", "1984", "12. a number", "::x:: {=y}", "$CATEGORY: x", "A) x", "B", "2",
    "option 1",
    "```json\n[]\n```", "#Q what", "- [x] y", "Q: a", "MC\tq\ta\tcorrect", "a;b,c\td", "\"quoted\"", " spaces ",
    "#separator:tab",
    "true", "a|b", "[\"a\"]", "<quiz>", "<div>", "ANSWER: A", "one\n\ntwo", "a -> b", "x  B) y", "x\tC. y", "50% *",
    "%50%x", "[html]x",
    "[plain] y", "\\*x",
  ]

  /// Every text in every place of a question, alone in a file.
  @Test(arguments: [QuizFormat.json, .csv, .aiken, .moodleXML])
  func `read back equal without naming their format`(format: QuizFormat) throws {
    for text in Self.texts {
      for question in [
        mcq(text, [text, "other"], 0), mcq("Which?", ["B", "A", text + "."], 1),
        mcq("Which?", ["2", "1", "3"], 2, text),
        QuestionDraft(prompt: text, body: .fillBlank(correctAnswer: text, acceptedAnswers: [text + "|", "x"])),
        QuestionDraft(prompt: text, body: .fillBlank(correctAnswer: text, acceptedAnswers: [], isExact: true)),
        QuestionDraft(prompt: "Say", body: .shortAnswer(correctAnswer: text, keyConcepts: [["a|b", "c"], ["d"]])),
      ] where QuizExporter.reason(against: question, in: format) == nil {
        // Moodle trims texts.
        guard format != .moodleXML || text == text.trimmedAtEnds else { continue }
        let export = QuizExporter.text(of: [QuizDraft(questions: [question])], as: format)
        let found = try read(export.text)
        #expect(found.format == format && found.notes.isEmpty, "\(export.text)")
        #expect(found.quizzes.flatMap(\.questions) == [question.held(by: format)], "\(export.text)")
      }
    }
  }

  @Test func `of GIFT mean the same by Moodle's rules`() throws {
    for text in Self.texts {
      for question in [
        mcq(text, [text, "other"], 0), mcq("Which?", ["a", text], 0, text), mcq("Right?", ["True", "False"], 1),
        QuestionDraft(
          prompt: text, body: .fillBlank(correctAnswer: text, acceptedAnswers: [text + " x"]), explanation: text),
      ] where QuizExporter.reason(against: question, in: .gift) == nil { try agree(question) }
    }
  }

  @Test func `of GIFT mark plain text once`() {
    let text = QuizExporter.text(of: [QuizDraft(questions: [mcq("[html]x", ["[plain]y", "z"], 0)])], as: .gift).text
    #expect(text == "[plain][html]x {\n=[plain][plain]y\n~z\n}\n\n")
    #expect(
      QuizExporter.text(of: [QuizDraft(questions: [mcq("[1] x", ["[a]", "z"], 0)])], as: .gift).text.contains(
        "{\n=[a]\n"))
  }

  /// Every question of the corpus by itself, in every format that can represent it.
  @Test(.withCorpus) func `read back equal for every question of the corpus`() throws {
    var count = 0
    for row in try Corpus.rows() {
      // A rejected file has no questions.
      guard let found = try? QuizImporter.read(Data(contentsOf: Corpus.root.appending(path: row.file))) else {
        continue
      }
      for question in found.quizzes.flatMap(\.questions) {
        for format in [QuizFormat.json, .csv, .aiken] where QuizExporter.reason(against: question, in: format) == nil {
          let export = QuizExporter.text(of: [QuizDraft(questions: [question])], as: format).text
          let again = try read(export)
          #expect(again.format == format && again.notes.isEmpty, "\(row.file): \(export)")
          #expect(again.quizzes.flatMap(\.questions) == [question.held(by: format)], "\(row.file): \(export)")
          count += 1
        }
        if QuizExporter.reason(against: question, in: .gift) == nil { try agree(question) }
      }
    }
    #expect(count > 900, "\(count)")
  }

  private func agree(_ question: QuestionDraft) throws {
    let text = QuizExporter.text(of: [QuizDraft(questions: [question])], as: .gift).text
    var expected = MoodleRules()
    (expected.prompt, expected.feedback) = (question.prompt.trimmedAtEnds, question.explanation.trimmedAtEnds)
    switch question.body {
    case .mcq(["True", "False"], let index) where question.explanation.isEmpty:
      (expected.kind, expected.answers) = ("truefalse", [index == 0 ? "True" : "False"])
    case .mcq(let options, let index):
      (expected.kind, expected.answers) = ("multichoice", options.map(\.trimmedAtEnds))
      expected.weights = options.indices.map { $0 == index ? 100 : 0 }
    case .fillBlank(let answer, let others, _):
      let answers = [answer] + others
      (expected.kind, expected.weights) = ("shortanswer", answers.map { _ in 100 })
      // A star in a short answer is escaped for Moodle.
      expected.answers = answers.map { $0.trimmedAtEnds.replacing("*", with: "\\*") }
    default: return
    }
    let description = question.introduction == nil ? [] : [MoodleRules(kind: "?")]
    #expect(MoodleRules.read(text) == description + [expected], "\(text)")
    let own = try read(text, as: .gift).quizzes.flatMap(\.questions)
    #expect(own.map(\.prompt) == [expected.prompt], "\(text)")
    #expect(own.map(\.explanation) == [expected.feedback], "\(text)")
  }
}

extension QuestionDraft {
  /// Returns the part of a question that the format can represent.
  func held(by format: QuizFormat) -> QuestionDraft {
    var held = self
    if format == .aiken { (held.explanation, held.introduction) = ("", nil) }
    if format != .json, format != .moodleXML { held.pictures = QuestionPictures() }
    return held
  }
}

@Suite struct `A table` {
  @Test(arguments: [
    "Frage;Antwort A;Antwort B;Richtige Antwort;Erklärung", "Question;Réponse 1;Réponse 2;Bonne réponse;Explication",
    "Pregunta;Opción A;Opción B;Respuesta correcta;Explicación",
    "Pergunta;Alternativa A;Alternativa B;Gabarito;Explicação",
    "Domanda;Risposta 1;Risposta 2;Risposta corretta;Spiegazione", "Vraag;Optie 1;Optie 2;Juiste antwoord;Uitleg",
    "Pytanie;Odpowiedź A;Odpowiedź B;Poprawna odpowiedź;Wyjaśnienie",
    "Вопрос;Вариант 1;Вариант 2;Правильный ответ;Пояснение",
    "Fråga;Alternativ 1;Alternativ 2;Rätt svar;Förklaring", "Question;Option 1;Option 2;Correct Answer;Explanation",
  ])
  func `is recognized by its headings in ten languages, with each separator`(heading: String) throws {
    for separator in [";", ",", "\t"] {
      let rows = [heading, "Who, me?;you;me;B;so"].map { row in
        row.split(separator: ";").map { $0.contains(separator) ? "\"\($0)\"" : String($0) }.joined(separator: separator)
      }
      let found = try read(rows.joined(separator: "\n"))
      #expect(found.format == (separator == "\t" ? .tsv : .csv) && found.notes.isEmpty, "\(found.notes)")
      #expect(found.quizzes.flatMap(\.questions) == [mcq("Who, me?", ["you", "me"], 1, "so")], "\(heading)")
    }
  }

  /// Formats are detected by the beginning of a file, which may be cut off anywhere, even inside quotation marks.
  @Test(arguments: [("question,answer,explanation\n", ",\"for, \"\"that\"\" reason\""), ("", "")])
  func `is recognized wherever its sample is cut off`(headings: String, more: String) throws {
    let row = "\"What is \"\"it\"\",\nand why?\",\"the, answer\"\(more)\n"
    let count = 70_000 / row.utf8.count
    for shift in 0..<row.utf8.count {
      let text =
        headings + "\"\(String(repeating: "x", count: shift + 1))\",\"y\"\n" + String(repeating: row, count: count)
      let found = try read(text)
      #expect(
        found.format == .csv && found.added == count + 1 && found.leftOut == 0, "\(shift): \(found.notes.first as Any)")
    }
  }

  @Test func `with more than two columns needs known headings`() {
    for text in ["Aa,Bb,Cc\nQ,a,b\nR,c,d", "What is {x}?,1,2\nAnd {y}?,3,4"] {
      let words = refusal(text)
      #expect(words.hasPrefix("1:1: no headings of a quiz: they are \""), "\(words)")
      #expect(words.hasSuffix("known are question, answer, option 1, option 2, …, explanation, category, type"))
    }
    #expect(
      refusal("Zeitstempel,Punktzahl,Wer?\n2024,1,ich\n2025,0,du")
        == "1:1: these are responses to a form, without correct answers: export the questions with an answer column"
    )
    #expect(refusal("Timestamp\tScore\tWho?\n2024\t1\tme").contains("responses to a form, without correct answers"))
  }

  @Test(arguments: [
    ("A", ["B", "A", "C"], "the right answer \"A\" is one option by its text, and another by its position"),
    ("2", ["3", "1", "2"], "the right answer \"2\" is one option by its text, and another by its position"),
    ("1, 1", ["x", "y"], "the right answer \"1, 1\" is none of its options"),
    ("z", ["x", "y"], "the right answer \"z\" is none of its options"),
    ("A) z", ["x", "y"], "the right answer \"A) z\" is none of its options"),
    ("", ["x", "y"], "it has no correct answer"),
  ])
  func `leaves out an ambiguous or missing correct answer`(answer: String, options: [String], reason: String) throws {
    #expect(RightOption.find(answer, among: options, countingFrom: 1) == .no(reason: reason))
    let row = options.joined(separator: ";")
    let found = try read(
      "question;\(options.indices.map { "option \($0 + 1)" }.joined(separator: ";"));answer\nQ;\(row);\(answer)\nR;\(row);\(options[0])"
    )
    #expect(found.notes.contains { $0.line == 2 && $0.reason == reason })
  }

  @Test(arguments: [
    ("b", ["x", "y"], 1), ("(B)", ["x", "y"], 1), ("2", ["x", "y"], 1), ("B) y", ["x", "y"], 1), ("Y", ["x", "y"], 1),
    ("2", ["1", "2", "3"], 1), ("option 2", ["x", "y"], 1), ("C", ["A", "B", "C"], 2),
  ])
  func `names the correct option by letter, number or text`(answer: String, options: [String], index: Int) {
    #expect(RightOption.find(answer, among: options, countingFrom: 1) == .at(index))
  }

  @Test func `keeps quotation marks that are inches or speech, and reports a comma that splits a field`() throws {
    let found = try read("\"Hello\" he said\tbonjour\n5\" pipe\ttuyau\n\"open\tx", as: .tsv)
    #expect(found.quizzes.flatMap { $0.questions.map(\.prompt) } == ["\"Hello\" he said", "5\" pipe", "\"open"])
    let parted = try read("question,answer\nWho, me?,you\nWho?,me")
    #expect(
      parted.notes.map(\.reason) == ["it has 3 fields under 2 headings: put those with a comma in quotation marks"])
  }
}

@Suite struct `JSON from other programs` {
  @Test(arguments: [
    (
      #"[{"question":"Q","options":["2","1","3"],"answer":2}]"#,
      "the right answer \"2\" is one option by its text, and another by its position"
    ),
    (#"[{"question":"Q","options":["a",["b"]],"answer":"a"}]"#, "has an option that is not a text"),
    (
      #"[{"question":"Q","options":["a","b","c"],"answer":["a","d"]}]"#,
      "one of its right answers is none of its options"
    ),
  ])
  func `is left out if it is ambiguous`(text: String, reason: String) throws {
    #expect(try read(text).notes.map(\.reason).first?.hasSuffix(reason) == true)
  }

  @Test func `is numbered from 1 if one of its numbers shows that`() throws {
    let found = try read(
      #"[{"question":"Q","options":["a","b"],"answer":1},{"question":"R","options":["a","b"],"answer":2}]"#)
    #expect(found.quizzes[0].questions == [mcq("Q", ["a", "b"], 0), mcq("R", ["a", "b"], 1)])
  }

  @Test func `keeps letters that belong to the text, and fences inside it`() throws {
    let text = #"[{"question":"```json\n[]\n```","options":["A. Lincoln","Washington"],"answer":"Washington"}]"#
    #expect(try read(text).quizzes[0].questions == [mcq("```json\n[]\n```", ["A. Lincoln", "Washington"], 1)])
    let trivia =
      #"{"results":[{"type":"multiple","question":"Inside the <div> &lt;b&gt;","correct_answer":"x","incorrect_answers":["y"]}]}"#
    #expect(try read(trivia).quizzes[0].questions[0].prompt == "Inside the <div> <b>")
  }
}
