import HomeworkModel
import Testing

private func question(_ body: Question.Body) -> Question {
  Question(id: Question.ID(atMs: 0, random: (0, 0)), prompt: "?", body: body)
}

@Suite struct `A multiple-choice question` {
  @Test func `is correct for exactly one option, for every size and position`() {
    for count in 2...26 {
      let options = (0..<count).map { "option \($0)" }
      for correct in 0..<count {
        let question = question(.mcq(options: options, correctIndex: correct))
        for index in -1...count {
          let expected: Outcome? = (0..<count).contains(index) ? (index == correct ? .correct : .wrong) : nil
          #expect(question.grade(.choice(index)) == expected)
        }
        #expect(question.grade(question.correctResponse) == .correct)
        #expect(question.grade(question.wrongResponse) == .wrong)
      }
    }
  }

  @Test func `accepts letters in either case and numbers from 1`() {
    let question = question(.mcq(options: ["x", "y", "z"], correctIndex: 1))
    for typed in ["B", "b", " b ", "2"] { #expect(question.response(from: typed) == .choice(1)) }
    for typed in ["D", "0", "4", "", "AB", "-1", "y", "\(Int.min)", "\(Int.max)"] {
      #expect(question.response(from: typed) == nil)
    }
    #expect(question.grade(.text("y")) == nil)
    #expect(question.grade(.skip) == .skipped)
  }
}

@Suite struct `A fill-in` {
  @Test(arguments: [
    ("Paris", "paris"), ("Paris", "  PARIS\n"), ("New York", "new \t york"), ("café", "cafe\u{301}"),
    ("straße", "STRASSE"), ("Σίσυφος", "σίσυφοσ"), ("ΣΊΣΥΦΟΣ", "σίσυφος"), ("2", " 2 "),
  ])
  func `ignores white space, case and composition`(answer: String, typed: String) {
    #expect(question(.fillBlank(correctAnswer: answer, acceptedAnswers: [])).grade(.text(typed)) == .correct)
    #expect(question(.fillBlank(correctAnswer: "-", acceptedAnswers: ["x", answer])).grade(.text(typed)) == .correct)
  }

  @Test(arguments: [
    ("Paris", "Paris.."), ("Paris", "Pari"), ("Paris", "'Paris'"), ("and so on..", "and so on"), (".", ""),
    ("Paris", ""), ("café", "cafe"), ("New York", "NewYork"), ("2", "2.0"),
    ("½", "1/2"), ("don't", "dont"), ("1.5", "15"), ("1,000,000", "1.000.000"), ("f(x)", "f"), ("f (x)", "f"),
    ("2 (x + 1)", "2"), ("(x+1)(x-1)", "(x-1)"), ("colo(u)r", "color"), ("sin (2 x)", "sin"), ("to run (away)", "run"),
    ("a-b", "ab"), ("-5", "5"), ("x = 0,5", "x = 0.5"), ("[a]", ""), ("dog", "dog (m)"),
  ])
  func `ignores nothing else`(answer: String, typed: String) {
    #expect(question(.fillBlank(correctAnswer: answer, acceptedAnswers: [])).grade(.text(typed)) == .wrong)
  }

  @Test(arguments: [
    ("don't", "don’t"), ("l’eau", "l'eau"), ("l`eau", "l´eau"), ("say \"no\"", "say „no“"), ("«oui»", "\"oui\""),
    ("−5", "-5"), ("-5", "–5"), ("well-known", "well‑known"), ("0,5", "0.5"), ("0.5", "0,5"), ("-0,5", "−0.5"),
    ("5", "+5"), ("Paris", "Paris."), ("It is.", "it is"), ("0.5.", "0,5"), ("run (away)", "run"),
    ("run (away)", "run away"), ("run (away)", "run (away)"), ("run (away).", "run"),
    ("(to) run", "run"), ("(to) run", "to run"),
    ("Hund (m)", "Hund"), ("der Hund [pl. Hunde]", "der Hund"), ("go (on) and (so) on", "go and on"),
    ("go (on) and (so) on", "go on and so on"), ("chat[sound:chat.mp3]", "chat"), ("[sound:a.ogg] chat (noir)", "chat"),
  ])
  func `forgives what keyboards and typography change, and brackets`(answer: String, typed: String) {
    #expect(question(.fillBlank(correctAnswer: answer, acceptedAnswers: [])).grade(.text(typed)) == .correct)
    #expect(question(.fillBlank(correctAnswer: "x", acceptedAnswers: [answer])).grade(.text(typed)) == .correct)
  }

  @Test func `that is exact forgives only white space at its ends`() {
    let exact = question(.fillBlank(correctAnswer: "O’Hara (m).", acceptedAnswers: ["café"], isExact: true))
    for typed in ["O’Hara (m).", " O’Hara (m).\n", "cafe\u{301}"] { #expect(exact.grade(.text(typed)) == .correct) }
    for typed in ["o’hara (m).", "O'Hara (m).", "O’Hara (m)", "O’Hara", "O’Hara  (m).", "Café", ""] {
      #expect(exact.grade(.text(typed)) == .wrong, "\(typed)")
      #expect(exact.isAlmost(typed) == !typed.isEmpty, "\(typed)")
    }
    #expect(exact.grade(exact.correctResponse) == .correct && exact.grade(exact.wrongResponse) == .wrong)
  }

  @Test func `is almost right beside its brackets`() {
    #expect(question(.fillBlank(correctAnswer: "delta (of a river)", acceptedAnswers: [])).isAlmost("dela"))
  }

  @Test func `is almost right with one letter added, missing, wrong or swapped, and no more`() {
    let asked = question(.fillBlank(correctAnswer: "no", acceptedAnswers: ["delta"]))
    let answer = Array("delta")
    var slips: Set<String> = []
    for index in answer.indices {
      slips.insert(String(answer[..<index] + answer[(index + 1)...]))
      slips.insert(String(answer[..<index] + ["x"] + answer[(index + 1)...]))
      slips.insert(String(answer[..<index] + ["x"] + answer[index...]))
      if index > 0 {
        slips.insert(String(answer[..<(index - 1)] + [answer[index], answer[index - 1]] + answer[(index + 1)...]))
      }
    }
    #expect(slips.count == 5 + 5 + 5 + 4)
    for slip in slips { #expect(asked.isAlmost(slip) && asked.isAlmost(" \(slip.uppercased()) "), "\(slip)") }
    for slip in slips { #expect(!asked.isAlmost(slip + "yy") && !asked.isAlmost("yy" + slip), "\(slip)") }
    for far in ["delta", "DELTA", "", "deltas and", "dlt", "not", "nu"] { #expect(!asked.isAlmost(far), "\(far)") }
    // In a number every digit matters, and in a choice the option.
    #expect(!question(.fillBlank(correctAnswer: "1066", acceptedAnswers: [])).isAlmost("1067"))
    #expect(!question(.mcq(options: ["delta", "mouth"], correctIndex: 0)).isAlmost("delt"))
  }
}

@Suite struct `A short answer` {
  @Test(arguments: [
    ("light and water", true), ("Water; LIGHT!", true), ("sunlight and water", true), ("water", false),
    ("lightning and water", false), ("light", false), ("waters and light", false), ("", false),
  ])
  func `requires every concept, as whole words`(typed: String, isCorrect: Bool) {
    let question = question(
      .shortAnswer(correctAnswer: "light, water", keyConcepts: [["light", "sunlight"], ["water"]]))
    #expect(question.grade(.text(typed)) == (isCorrect ? .correct : .wrong))
  }

  @Test func `finds concepts of several words, ignoring diacritics`() {
    let question = question(.shortAnswer(correctAnswer: "x", keyConcepts: [["carbon dioxide"], ["thé"]]))
    #expect(question.grade(.text("the carbon   Dioxide, un the")) == .correct)
    #expect(question.grade(.text("carbon and dioxide, thé")) == .wrong)
    #expect(question.grade(question.correctResponse) == .correct)
  }

  /// Without concepts, 60 % of the model answer's content words, rounded up, must appear: all numbers of content words
  /// and of words found.
  @Test func `without concepts requires three fifths of the content words`() {
    let words = ["alpha", "bravo", "charlie", "delta", "echo", "foxtrot", "golf", "hotel", "india", "juliett"]
    for count in 1...words.count {
      // Stop words and short words do not count.
      let model = "The " + words.prefix(count).joined(separator: " and of ") + " is it"
      let question = question(.shortAnswer(correctAnswer: model, keyConcepts: []))
      for found in 0...count {
        let typed = words.prefix(count).suffix(found).joined(separator: " ")
        let isEnough = found * 10 >= count * 6
        #expect(question.grade(.text(typed)) == (isEnough ? .correct : .wrong), "\(found) of \(count)")
      }
    }
  }

  @Test(arguments: ["42", "π", "it is", "a b"])
  func `without content words is graded like a fill-in`(model: String) {
    let question = question(.shortAnswer(correctAnswer: model, keyConcepts: []))
    #expect(question.grade(.text(" \(model.uppercased()) ")) == .correct)
    #expect(question.grade(.text(model + " x")) == .wrong)
    #expect(question.grade(question.wrongResponse) == .wrong)
  }
}
