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
    ("Aufgabe 1: Beschreibe Osmose.\n\nAufgabe 2: ", "", [1]),
    ("Exercice 1 : Expliquez.\n\nTask 2. Explain.\n\nProblem 3: ", "", [1, 3]),
    ("1、解释渗透作用。\n2、", "", [1]), ("Exam\nBe brief.\n1. Explain osmosis.\n2. ", "<Exam\nBe brief.> ", [3]),
    ("1. What is osmosis?\n2. Explain it.\n3. ", "", [1, 2]),
    ("(1) Explain osmosis.\n\n(2) ", "", [1]), ("[1] Explain osmosis.\n[2] ", "", [1]),
    ("Be brief.\n\n1 Explain osmosis.\n\n2 ", "<Be brief.> ", [3]), ("1 - Explain osmosis.\n2 - ", "", [1]),
    ("Q1 Explain osmosis.\n\nQ2 ", "", [1]), ("1.Explain osmosis.\n\n2.", "", [1]),
    ("Exam\n\nExplain osmosis.\n\nWhat is it? Explain.\n\n", "<Exam> ", [3, 5]),
    ("Part A: open\nExplain osmosis.\nWhat is it?\n\n", "<Part A: open> ", [2, 3]),
  ])
  func `is not glued to the choice question below it`(above: String, introduction: String, left: [Int]) throws {
    let found = try read(above + Self.choice)
    #expect(found.format == .aiken && lines(found) == [introduction + Self.line], "\(lines(found))")
    #expect(notes(found).filter { $0.first != "0" } == left.map { "\($0) question: \(Self.open)" })
  }

  @Test func `is known by the numbers above and below it`() throws {
    let above = try read("1. Fish?\nA. Cod\nB. Ray\nANSWER: A\n2. Explain it.\n3. Name it.\n\(Self.choice)")
    #expect(lines(above) == ["Fish? [Cod] Ray", "Name it.\n\(Self.line)"], "\(above)")
    #expect(notes(above) == ["5 question: \(Self.open)"])
    let below = try read("1. Explain it.\n2. Name a fish.\nA. Cod\nB. Ray\nANSWER: A\n\n3. \(Self.choice)")
    #expect(lines(below) == [Self.line])
    #expect(notes(below) == ["1 multichoice: the line with the number 2 in it is a question of its own"])
  }

  @Test func `is left out one by one below the last question`() throws {
    let found = try read("1. \(Self.choice)\nPart B\n2. Explain osmosis.\n\nWhat is it?\n")
    #expect(lines(found) == [Self.line])
    #expect(
      notes(found) == [
        "7 text: no question follows it", "8 question: \(Self.open)", "10 question: \(Self.open)",
      ])
    let list = try read("1. Fish?\n- [x] Cod\n- [ ] Ray\n\nWhat is osmosis?\n\n2. Eggs?\n- [x] Hen\n- [ ] Cow\n")
    #expect(lines(list) == ["Fish? [Cod] Ray", "Eggs? [Hen] Cow"])
    #expect(notes(list) == ["5 question: it has no question, or no correct answer"])
  }

  @Test(arguments: [
    "Fish?\nA. Cod\nB. Ray\nANSWER: A\nExplanation: gills\n", "Fish?\nA. Cod\nB. Ray\nANSWER: A\nWhy: gills\n---\n",
  ])
  func `ends an explanation`(above: String) throws {
    for head in ["", "2. "] {
      let found = try read((head.isEmpty ? "" : "1. ") + above + head + Self.choice)
      #expect(lines(found) == ["Fish? [Cod] Ray (gills)", Self.line] && found.notes.isEmpty, "\(found)")
    }
  }

  @Test(arguments: [
    "Which is true?\n\n1. I am.\n\n2. You are.\n\nA) 1\nB) both\nANSWER: B\n",
    "What does it print?\n\nx = 1\n\nprint(x)\nA) 1\nB) both\nANSWER: B\n",
    "1. Read this.\n\nWhich is it?\nA) 1\nB) both\nANSWER: B\n",
    "Consider the statements.\n\n1. I am.\n2. You are.\nA) 1\nB) both\nANSWER: B\n",
    "1. Consider:\n\n(1) I am.\n\n(2) You are.\n\nA) 1\nB) both\nANSWER: B\n",
    "4. Consider this.\n1. I am.\n2. You are.\nWhich is it?\nA) 1\nB) both\nANSWER: B\n",
  ])
  func `is none of the paragraphs of a question`(text: String) throws {
    let found = try read(text)
    #expect(lines(found).first?.hasSuffix(" 1 [both]") == true && found.notes.isEmpty, "\(found)")
    #expect(found.quizzes[0].questions[0].introduction == nil)
  }

  @Test(arguments: [
    ("1. Which hold?\n① Io is hot\n② So is Rhea\nA. ①\nB. ①②\n答案：A\n", "Which hold?\n① Io is hot\n② So is Rhea [①] ①②"),
    (
      "1. Which hold?\nㄱ. Io is hot\nㄴ. So is Rhea\n① ㄱ\n② ㄴ\n정답: ②\n", "Which hold?\nㄱ. Io is hot\nㄴ. So is Rhea ㄱ [ㄴ]"
    ),
    (
      "Which hold?\nI. Io is hot\nII. So is Rhea\nA. I\nB. II\nANSWER: A\n",
      "Which hold?\nI. Io is hot\nII. So is Rhea [I] II"
    ),
  ])
  func `may be statements that letters of their own count, which are no options`(text: String, expected: String) throws
  {
    let found = try read(text)
    #expect(lines(found) == [expected] && found.notes.isEmpty, "\(found)")
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

  @Test(arguments: [
    (
      "# Exam\n\nBe brief.\n\n1. Explain osmosis.\n\n2. Eggs?\n   - [ ] Otter\n   - [x] Platypus\n\n3. Explain it.\n",
      ["<Exam\nBe brief.> Eggs? Otter [Platypus]"], [5, 11]
    ),
    (
      "1. Explain osmosis.\n2. Eggs?\n   - [ ] Otter\n   - [x] Platypus\n3. Explain it.\n4. Fish?\n   - [x] Cod\n   - [ ] Ray\n",
      ["Eggs? Otter [Platypus]", "Fish? [Cod] Ray"], [1, 5]
    ),
    (
      "**1. Explain osmosis.**\n\n**2. Eggs?**\n- [ ] Otter\n- [x] Platypus\n",
      ["**Eggs?** Otter [Platypus]"], [1]
    ),
    (
      "- Explain osmosis.\n- Eggs?\n  - [ ] Otter\n  - [x] Platypus\n- Explain it.\n- Fish?\n  - [x] Cod\n  - [ ] Ray\n",
      ["Eggs? Otter [Platypus]", "Fish? [Cod] Ray"], [1, 5]
    ),
    (
      "1. Eggs?\n   1. Otter\n   2. Platypus\n\n   - [x] both\n   - [ ] none\n",
      ["1. Eggs?\n1. Otter\n2. Platypus [both] none"], []
    ),
    (
      "1. Eggs?\n\n```\na\n\n2. b\n```\n\n- [x] both\n- [ ] none\n", ["1. Eggs?\n\n```\na\n\n2. b\n``` [both] none"], []
    ),
    (
      "#Q Eggs?\n^ Platypus\nA Platypus\nB Otter\n\nExplain osmosis.\n\n#Q Fish?\n^ Cod\nA Cod\nB Ray\n",
      ["Eggs? [Platypus] Otter", "Fish? [Cod] Ray"], [6]
    ),
  ])
  func `is left out beside lists and marked options, too`(text: String, expected: [String], left: [Int]) throws {
    let found = try read(text)
    #expect(lines(found) == expected && found.notes.filter { $0.outcome == .leftOut }.map(\.line) == left, "\(found)")
    #expect(found.changed == 0)
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

  @Test(arguments: ["Answer", "Antwort", "Réponse", "Ответ", "答案"])
  func `stands before a typed answer, if no line may be an option`(label: String) throws {
    let choice = "\n\n3. Rings?\nA. Venus\nB. Saturn\n\(label): B\n"
    let found = try read("1. Red?\n\(label): the Mars\n\n2. How many?\n\(label): 8\(choice)")
    #expect(
      lines(found) == ["Red? =the Mars", "How many? =8", "Rings? Venus [Saturn]"] && found.notes.isEmpty, "\(found)")
    let byText = try read("1. Red?\nA. Mars\nB. Venus\n\(label): mars\(choice)")
    #expect(lines(byText) == ["Red? [Mars] Venus", "Rings? Venus [Saturn]"] && byText.notes.isEmpty, "\(byText)")
    for text in [
      "1. Red?\n1) Mars\n2) Venus\n\(label): Mars", "1. Red?\nMars\nVenus\n\(label): Mars", "1. Red?\n\(label): B",
    ] {
      let found = try read(text + choice)
      #expect(lines(found) == ["Rings? Venus [Saturn]"] && found.leftOut > 0, "\(found)")
    }
  }

  @Test(arguments: [
    ("а)", "б)", "Ответ: б"), ("А.", "Б.", "Правильный ответ: Б"), ("①", "②", "答え: ②"), ("가.", "나.", "정답: 나"),
    ("A、", "B、", "答案：B"), ("（A）", "（B）", "答案：B"), ("أ)", "ب)", "الإجابة: ب"), ("ア.", "イ.", "正解: イ"),
    ("क)", "ख)", "उत्तर: ख"), ("α)", "β)", "Answer: β"),
  ])
  func `names an option by its letter in any alphabet`(first: String, second: String, answer: String) throws {
    let found = try read(
      "1. Rings?\n\(first) Venus\n\(second) Saturn\n\(answer)\n\n2. Red?\n\(first) Io\n\(second) Mars\n\(answer)\n")
    #expect(lines(found) == ["Rings? Venus [Saturn]", "Red? Io [Mars]"] && found.notes.isEmpty, "\(found)")
  }

  @Test(arguments: ["1. Red?\n☑ Mars\n☐ Venus\n", "- Red?\n  - ☑ Mars\n  - ☐ Venus\n"])
  func `may be a mark in a box`(text: String) throws {
    #expect(try lines(read(text)) == ["Red? [Mars] Venus"])
  }

  @Test func `is no beginning of a sentence`() throws {
    let found = try read("Which?\nSolution: A car moves.\nA. one\nB. two\nANSWER: B\n")
    #expect(lines(found) == ["Which?\nSolution: A car moves. one [two]"] && found.notes.isEmpty)
  }
}
