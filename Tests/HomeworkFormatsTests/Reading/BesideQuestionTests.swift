import Foundation
import HomeworkFormats
import HomeworkModel
import Testing

@Suite struct `Text that belongs to no question` {
  private static let choice = "Which one lays eggs?\nA. Otter\nB. Platypus\nC. Beaver\nANSWER: B\n"
  private static let line = "Which one lays eggs? Otter [Platypus] Beaver"
  private static let open = "no ANSWER: line, bold option or key below all questions gives its right answer"

  @Test(arguments: [
    (
      "Instructions: answer all.\n\n1. Explain osmosis.\n\n2. Explain diffusion.\n\n3. ",
      "<Instructions: answer all.> ", [3, 5]
    ),
    ("Open ones\n1. Explain osmosis.\n\n2. ", "", [2]),
    ("Part A.\nBe brief.\n\n7. Explain osmosis.\nIn words.\n\n9. ", "<Part A.\nBe brief.> ", [4]),
    ("1. Explain osmosis.\n\n2. ", "", [1]), ("Biology\n\n", "<Biology> ", []),
    ("You see a brook.\n\nSomething swims.\n\n", "<You see a brook.\nSomething swims.> ", []),
    ("Answer these:\n\n1. Explain osmosis.\n\n2. ", "<Answer these:> ", [3]),
  ])
  func `is not glued to the choice question below it`(above: String, introduction: String, left: [Int]) throws {
    let found = try read(above + Self.choice)
    #expect(found.format == .aiken && lines(found) == [introduction + Self.line], "\(lines(found))")
    #expect(notes(found) == left.map { "\($0) question: \(Self.open)" })
  }

  @Test(arguments: [
    "Which is true?\n\n1. I am.\n\n2. You are.\n\nA) 1\nB) both\nANSWER: B\n",
    "What does it print?\n\nx = 1\n\nprint(x)\nA) 1\nB) both\nANSWER: B\n",
    "1. Read this.\n\nWhich is it?\nA) 1\nB) both\nANSWER: B\n",
  ])
  func `is none of the paragraphs of a question`(text: String) throws {
    let found = try read(text)
    #expect(lines(found).first?.hasSuffix(" 1 [both]") == true && found.notes.isEmpty, "\(found)")
    #expect(found.quizzes[0].questions[0].introduction == nil)
  }

  @Test(arguments: [
    (
      "1. Which lays eggs?\na) Otter\n*b) Platypus\nc) Beaver\n... They are\nmonotremes\n\n2. Fish?\na) Whale\n*b) Cod\n",
      ["Which lays eggs? Otter [Platypus] Beaver", "Fish? Whale [Cod]"],
      ["1 multichoice: the feedback of single answers"]
    ),
    (
      "1. Which lays eggs?\n... All swim.\na) Otter\n... no\n*b) Platypus\n… Yes.\n\n2. Fish?\na) Whale\n*b) Cod\n",
      ["Which lays eggs? Otter [Platypus] (All swim.\nYes.)", "Fish? Whale [Cod]"],
      ["1 multichoice: the feedback of single answers"]
    ),
    (
      "Eggs?\nA. Otter\nB. Platypus\nExplanation: It is so.\nANSWER: B\n", ["Eggs? Otter [Platypus] (It is so.)"], []
    ),
    (
      "1. Eggs?\na) Otter\n*b) Platypus\n\nFeedback: It is so.\n\n2. Fish?\na) Whale\n*b) Cod\n",
      ["Eggs? Otter [Platypus] (It is so.)", "Fish? Whale [Cod]"], []
    ),
    (
      "1. Eggs?\na) Otter\nb) Platypus\nReason: so\n2. Fish?\na) Whale\nb) Cod\n\nKey: 1-b, 2-b\n",
      ["Eggs? Otter [Platypus] (so)", "Fish? Whale [Cod]"], []
    ),
    (
      "1. Eggs?\nA. Otter\nB. Platypus\nPoints: 2\nANS: B\nREF: p. 5\nDIF: Easy\n2. Fish?\nA. Whale\nB. Cod\nANS: B\nREF: p. 6\n",
      ["Eggs? Otter [Platypus]", "Fish? Whale [Cod]"],
      [#"0 not read: "REF" (2), "DIF" (1), "Points" (1)"#]
    ),
    (
      "1. Eggs?\na) Otter\n*b) Platypus\nThey are monotremes\n\n2. Fish?\na) Whale\n*b) Cod\n", ["Fish? Whale [Cod]"],
      [#"1 multichoice: a line below its last option is no option: "They are monotremes""#]
    ),
    (
      "1. Eggs?\nA. Otter\nB. Platypus\nANSWER: B\nPourquoi: so\n\n2. Fish?\nA. Whale\nB. Cod\nANSWER: B\nWhy: gills\n",
      ["Eggs? Otter [Platypus]", "Fish? Whale [Cod] (gills)"],
      ["5 text: it is no question, and does not say that it is an explanation"]
    ),
    (
      "Eggs?\nA. Otter\nB. Platypus\nANSWER: B\nErklärung: so\n\nNote: It swims.\nFish?\nA. Whale\nB. Cod\nANSWER: B\n",
      ["Eggs? Otter [Platypus] (so)", "Note: It swims.\nFish? Whale [Cod]"], []
    ),
    (
      "____ 1. Eggs?\na. Otter\nb. Platypus\n\n____ 2. Fish?\na. Whale\nb. Cod\n\nANSWER KEY\n1. B\n2. B\n",
      ["Eggs? Otter [Platypus]", "Fish? Whale [Cod]"], []
    ),
    (
      "Eggs?\nA. An otter that lives\nin a brook\nB. Platypus\nof Tasmania\nANSWER: B\n",
      ["Eggs? An otter that lives in a brook [Platypus of Tasmania]"], []
    ),
  ])
  func `may be a remark below the options`(text: String, expected: [String], reasons: [String]) throws {
    let found = try read(text)
    #expect(found.format == .aiken && lines(found) == expected && notes(found) == reasons, "\(found)")
  }

  @Test func `may be feedback below an option of a page`() throws {
    let found = try read("<quiz>\nWhat is 3 x 3?\n\n- [ ] 6\n> Too few.\n- [x] 9\n> Right.\n- [ ] 12\n</quiz>\n")
    #expect(lines(found) == ["What is 3 x 3? 6 [9] 12 (Right.)"])
    #expect(notes(found) == ["1 list: the feedback of single answers"])
  }
}

@Suite struct `The label of a right answer` {
  @Test(arguments: [
    "Answer", "Ans", "ANS", "Correct Answer", "Correct", "Antwort", "Richtige Antwort", "Lösung", "Réponse",
    "Bonne réponse", "Respuesta correcta", "Resposta", "Gabarito", "Risposta", "Antwoord", "Juiste antwoord",
    "Odpowiedź", "Poprawna odpowiedź", "Ответ", "Правильный ответ", "Svar", "Rätt svar", "答案",
  ])
  func `is known in ten languages`(label: String) throws {
    for text in [
      "Red?\nA. Mars\nB. Venus\n\(label): A\n\nRings?\nA. Venus\nB. Saturn\n\(label): B\n",
      "1. Red?\nA) Mars\nB) Venus\n**\(label): (A)**\n2. Rings?\nA) Venus\nB) Saturn\n\(label): B) Saturn\n",
    ] {
      let found = try read(text)
      #expect(found.format == .aiken && found.notes.isEmpty, "\(found.notes)")
      #expect(lines(found) == ["Red? [Mars] Venus", "Rings? Venus [Saturn]"], "\(lines(found))")
    }
    guard !["Lösung", "ANS"].contains(label) else { return }
    let list = try read("## Red?\nA. Mars\nB. Venus\n\n**\(label):** A\n")
    #expect(list.format == .markdown && lines(list) == ["Red? [Mars] Venus"], "\(list)")
  }

  @Test(arguments: ["Frage 1:", "Question 1.", "Pregunta 1)", "Вопрос 1.", "Q1:"])
  func `stands below a numbered question of that language`(head: String) throws {
    let text = "\(head) Red?\nA) Mars\nB) Venus\nAnswer: A\n"
    #expect(try lines(read(text)) == ["Red? [Mars] Venus"])
  }

  @Test(arguments: ["(Correct Answer)", "(correct)", "[Correct]", "(richtig)", "(bonne réponse)", "✓"])
  func `may stand behind its option`(mark: String) throws {
    let found = try read("1. Red?\nA) Mars \(mark)\nB) Venus (hot)\n\n2. Rings?\nA) Venus\nB) Saturn \(mark)\n")
    #expect(lines(found) == ["Red? [Mars] Venus (hot)", "Rings? Venus [Saturn]"] && found.notes.isEmpty, "\(found)")
  }

  @Test func `is no beginning of a sentence`() throws {
    let found = try read("Which?\nSolution: A car moves.\nA. one\nB. two\nANSWER: B\n")
    #expect(lines(found) == ["Which?\nSolution: A car moves. one [two]"] && found.notes.isEmpty)
  }
}
