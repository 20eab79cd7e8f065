import HomeworkModel
import HomeworkMotion
import HomeworkService

/// A game drawn at one moment. The same moment always looks the same.
struct GameView {
  let style: OutputStyle
  private let confetti: [Intensity: Confetti]

  /// The size of a cell in points, in a terminal's usual font.
  static let (cellWidth, cellHeight) = (8.0, 16.0)

  init(_ style: OutputStyle, rows: Int, columns: Int, seed: UInt64) {
    self.style = style
    confetti = Dictionary(
      uniqueKeysWithValues: Intensity.allCases.map {
        let (width, height) = (Double(columns) * Self.cellWidth, Double(rows) * Self.cellHeight)
        return ($0, Confetti($0, width: width, height: height, seed: seed))
      })
  }

  func draw(_ game: inout Game, on canvas: inout Canvas, atMs nowMs: Double) {
    // On results, the keys appear last.
    let bottom = canvas.keys(keys(game), isShown: game.stage != .results || isUp("resultsActions", game, nowMs))
    let top = head(game, &canvas, nowMs) + gap(canvas)
    let rows = top..<max(top, bottom - gap(canvas))
    switch game.stage {
    case .question: question(&game, &canvas, rows)
    case .feedback: feedback(&game, &canvas, rows)
    case .results: results(&game, &canvas, rows, nowMs)
    case .leaving: leaving(&game, &canvas, rows)
    case .reviewing, .over: break
    }
    rain(game, &canvas, nowMs)
  }

  /// Returns the number of blank rows between the parts of a screen.
  private func gap(_ canvas: Canvas) -> Int { canvas.rows < 16 ? 0 : 1 }

  // MARK: The top: title, time, progress, stars. The bottom: keys

  /// Draws the top, and returns the row below it.
  private func head(_ game: Game, _ canvas: inout Canvas, _ nowMs: Double) -> Int {
    let left = game.attempt.isSettled ? nil : game.leftMs(atMs: Int(nowMs))
    let time =
      left.map { "\(TextOutput.duration(ms: max(0, $0))) left" }
      ?? TextOutput.duration(ms: game.elapsedMs(atMs: Int(nowMs)))
    let title = lines(game.heading, canvas.columns - time.count - 4)
    for (row, text) in title.enumerated() { canvas.put(text, row: row, column: 1, isBold: true) }
    canvas.put(time, row: 0, column: canvas.columns - 1 - time.count, .blue)
    guard game.stage != .results else { return title.count }
    let row = title.count + gap(canvas)
    // The question on screen counts: 1 of 10 is 10 %.
    let count = game.questions.count
    let percentage = count == 0 ? 0 : min(game.index + 1, count) * 100 / count
    let label = "Question \(min(game.index + 1, count)) of \(count)  "
    canvas.put(label, row: row, column: 1)
    let room = max(5, min(30, canvas.columns - label.count - 9))
    canvas.put(style.bar(percentage: percentage, width: room), row: row, column: 1 + label.count, .green)
    canvas.put("\(percentage) %", row: row, column: (style.hasUnicode ? 3 : 5) + label.count + room, .dim)
    bar(game, &canvas, row + 1, nowMs)
    return row + 2
  }

  private func keys(_ game: Game) -> [String] {
    let picture = game.shownPictures.isEmpty ? [] : ["Ctrl-P picture"]
    return picture + ownKeys(game)
  }

  private func ownKeys(_ game: Game) -> [String] {
    switch game.stage {
    case .question where game.pending.way == .typing:
      let isList = (game.question?.body.kind == .gaps) && game.question?.wantedResponse != "a text"
      return [isList ? "Type with ; between gaps, then Enter" : "Type and Enter", "Tab skip", "Esc stop"]
    case .question where game.pending.way == .grading:
      return (game.pending.isTurned ? ["K I knew it", "N I did not"] : ["Enter show the back"]) + [
        "Tab skip", "Esc stop",
      ]
    case .question where game.pending.way == .picking:
      let isOrdering = game.question?.body.kind == .ordering
      return [
        isOrdering ? "Letters or Space in order" : "Letters or Space choose", "Enter answer", "Tab skip", "Esc stop",
      ]
    case .question:
      let letters = "A-\(Question.letter(ofOption: max(0, game.options.count - 1)))"
      let choosing =
        game.isImmediate ? ["\(letters) answer", "Arrows and Enter"] : ["\(letters) or arrows, then Enter"]
      return choosing + ["Tab skip", "Esc stop"]
    case .feedback:
      return [game.index + 1 < game.questions.count ? "Enter next question" : "Enter finish quiz"]
        + (game.canAccept ? ["R I was right"] : []) + ["Esc stop"]
    case .results:
      return ["P \(game.againWords)"] + (game.canPractiseWrong ? ["W practise wrong answers"] : [])
        + ["R review", "D done"]
    case .leaving: return ["K keep it", "E end it", "Any other key go on playing"]
    case .reviewing, .over: return []
    }
  }

  /// Draws the ten dots; A1 moves the star at its position.
  private func bar(_ game: Game, _ canvas: inout Canvas, _ row: Int, _ nowMs: Double) {
    let dots = game.bar
    // From the answer until its star appears, the dot is green.
    let moving = game.cues.last { $0.animation == .a1 && $0.isShown && nowMs < Double($0.endMs) }
    let position = moving?.position
    for dot in 0..<10 {
      let column = 1 + dot * 3
      if position == dot + 1, let cue = moving {
        star(cue, of: game, at: (row, column), &canvas, nowMs)
      } else {
        let (glyph, colour) = style.dot(dots[dot])
        canvas.put(glyph, row: row, column: column, isBlue(dot + 1, game, nowMs) ? .blue : colour)
      }
    }
  }

  /// Returns whether a dot that was just earned is still changing from blue to green.
  private func isBlue(_ position: Int, _ game: Game, _ nowMs: Double) -> Bool {
    guard let settle = game.cue(.dotSettle), settle.position == position, settle.isRunning(atMs: nowMs) else {
      return false
    }
    return (settle.value(of: .colour, atMs: nowMs) ?? 1) < 0.5
  }

  /// Draws A1 as far as a cell can show it: the star grows past its size, spins, and comes to rest.
  private func star(
    _ cue: PlayingCue, of game: Game, at cell: (row: Int, column: Int), _ canvas: inout Canvas, _ nowMs: Double
  ) {
    let (row, column) = cell
    let scale = cue.value(of: .scale, part: "star", atMs: nowMs) ?? 1
    let turn = cue.value(of: .rotation, part: "star", atMs: nowMs) ?? 0
    let spinning = style.hasUnicode ? ["✶", "✷", "✸", "✹"] : ["+", "x", "+", "x"]
    let small = style.hasUnicode ? "·" : "."
    guard nowMs >= Double(cue.startMs), scale > 0 else {
      // Before the star appears, its dot turns from blue to green, then to yellow.
      let (glyph, colour) = style.dot(.green)
      let isYellow = (cue.value(of: .colour, atMs: nowMs) ?? 0) >= 0.5
      let isBlue = cue.position.map { self.isBlue($0, game, nowMs) } ?? false
      return canvas.put(glyph, row: row, column: column, isYellow ? .orange : isBlue ? .blue : colour)
    }
    let glyph =
      scale < 0.35
      ? small : turn > 0 && turn < 360 ? spinning[Int(turn / 45) % 4] : style.dot(.star).glyph
    canvas.put(glyph, row: row, column: column, .orange, isBold: scale > 1)
    // A star larger than its natural size extends into the adjacent cells.
    if scale > 1.1 {
      canvas.put(style.hasUnicode ? "‹" : "<", row: row, column: column - 1, .orange)
      canvas.put(style.hasUnicode ? "›" : ">", row: row, column: column + 1, .orange)
    }
  }

  // MARK: The question

  /// Draws a question that scrolls over options that stay; options that do not fit either follow the chosen one.
  private func question(_ game: inout Game, _ canvas: inout Canvas, _ rows: Range<Int>) {
    let question = question(game, canvas)
    let (options, current, cursor) = answer(game, canvas)
    let room = max(0, rows.count - gap(canvas))
    let below = min(options.count, max(room / 2, room - question.count))
    let above = min(question.count, room - below)
    let middle = min(rows.upperBound, rows.lowerBound + above + gap(canvas))
    _ = canvas.show(question, in: rows.lowerBound..<(rows.lowerBound + above), &game.upper) {
      Self.words($0, of: question.count)
    }
    // The current line is in the middle, if there are enough lines on both sides.
    let usual = current.lowerBound - max(0, below - 1 - current.count) / 2
    let shown = canvas.show(options, in: middle..<min(rows.upperBound, middle + below), &game.lower, usual: usual) {
      Self.words($0, of: options.count)
    }
    if let cursor, shown.contains(cursor.row) {
      canvas.cursor = (middle + cursor.row - shown.lowerBound, cursor.column + 1)
    }
  }

  /// Returns the notice and the question.
  private func question(_ game: Game, _ canvas: Canvas) -> [ScreenLine] {
    let columns = canvas.columns - 2
    let notice = game.notice.map { lines($0, columns).map { ScreenLine(text: $0, colour: .dim) } + [ScreenLine()] }
    let introduction =
      game.question?.introduction.map { lines($0, columns).map { ScreenLine(text: $0) } + [ScreenLine()] } ?? []
    return (notice ?? []) + introduction
      + lines(game.question?.promptWithPicture ?? "", columns).map { ScreenLine(text: $0, isBold: true) }
      + (game.question?.hints ?? []).flatMap { lines($0, columns).map { ScreenLine(text: $0) } }
  }

  private typealias Part = (lines: [ScreenLine], current: Range<Int>, cursor: (row: Int, column: Int)?)

  /// Returns what the question is answered with.
  private func answer(_ game: Game, _ canvas: Canvas) -> Part {
    switch game.pending.way {
    case .choosing, .picking: options(game, canvas)
    case .typing: typed(game, canvas)
    case .grading: back(game, canvas)
    }
  }

  /// Returns the back of a card, once it is turned.
  private func back(_ game: Game, _ canvas: Canvas) -> Part {
    guard game.pending.isTurned || game.stage != .question else { return ([ScreenLine()], 0..<1, nil) }
    let all = lines(game.question?.correctAnswer ?? "", canvas.columns - 2).map { ScreenLine(text: $0, colour: .blue) }
    return (all, 0..<1, nil)
  }

  /// Returns the options, with the lines of the chosen one.
  private func options(_ game: Game, _ canvas: Canvas) -> Part {
    let isOpen = game.stage == .question
    let isOrdering = game.question?.body.kind == .ordering
    let right = isOrdering ? [] : game.question?.body.correctIndexes ?? []
    var (all, current) = ([ScreenLine](), 0..<1)
    for (number, option) in (game.question?.optionsWithPictures ?? []).enumerated() {
      let isAt = number == game.pending.chosen
      let turn = game.pending.picked.firstIndex(of: number)
      let isChosen = game.pending.way == .picking ? !isOpen && !isOrdering && turn != nil : isAt
      let isRight = right.contains(number)
      let colour: Colour? = isOpen ? (isAt ? .blue : nil) : isRight ? .green : isChosen ? .red : .dim
      let mark = isOpen ? (isAt ? ">" : " ") : isRight ? tick : isChosen && game.outcome != .skipped ? cross : " "
      // Picked options show their turn, or that they are picked.
      let box = game.pending.way != .picking ? "" : turn.map { isOrdering ? "[\($0 + 1)] " : "[x] " } ?? "[ ] "
      let indent = 4 + width(of: box)
      let texts = option.isEmpty ? [""] : lines(option, canvas.columns - 2 - indent)
      if isAt { current = all.count..<(all.count + texts.count) }
      for (line, text) in texts.enumerated() {
        let start = "\(mark) \(Question.letter(ofOption: number)) \(box)"
        let isBold = isOpen ? isAt : isChosen
        all.append(
          ScreenLine(
            text: (line == 0 ? start : String(repeating: " ", count: indent)) + text, colour: colour, isBold: isBold))
      }
    }
    return (all, current, nil)
  }

  /// Returns the typed text with its cursor.
  private func typed(_ game: Game, _ canvas: Canvas) -> Part {
    let isOpen = game.stage == .question
    let (texts, row, column) = game.pending.line.lines(columns: max(2, canvas.columns - 4))
    let all = texts.enumerated().map { line, text in
      ScreenLine(text: (line == 0 ? "> " : "  ") + printable(text), colour: isOpen ? .blue : .dim)
    }
    return (all, row..<(row + 1), (row, column + 2))
  }

  /// Draws an answered question, with its verdict in view, and the explanation.
  private func feedback(_ game: inout Game, _ canvas: inout Canvas, _ rows: Range<Int>) {
    let (mark, colour): (String, Colour) =
      switch game.outcome {
      case .correct: ("\(tick) ", .green)
      case .wrong: ("\(cross) ", .red)
      case .skipped, nil: ("", .orange)
      }
    let verdict = mark + game.verdict
    let columns = canvas.columns - 2
    let response = answer(game, canvas).lines
    let above = question(game, canvas) + [ScreenLine()] + response + [ScreenLine()]
    let all =
      above + lines(verdict, columns).map { ScreenLine(text: $0, colour: colour, isBold: true) }
      + lines(game.question?.explanationWithPicture ?? "", columns).map { ScreenLine(text: $0) }
    _ = canvas.show(all, in: rows, &game.upper, usual: above.count) { Self.words($0, of: all.count) }
  }

  private static func words(_ part: Range<Int>, of count: Int) -> String {
    "Lines \(part.lowerBound + 1) to \(part.upperBound) of \(count)   PgUp PgDn"
  }

  // MARK: The results

  private func results(_ game: inout Game, _ canvas: inout Canvas, _ rows: Range<Int>, _ nowMs: Double) {
    let percentage = game.attempt.score.percentage
    let (correct, count, skipped) = (game.attempt.score.correct, game.attempt.questionCount, game.skippedCount)
    let grade = game.attempt.score.grade.shown
    let words = style.hasUnicode ? grade : String(grade.drop { !$0.isASCII }).trimmedAtEnd
    let columns = canvas.columns
    func centred(
      _ text: String, _ colour: Colour?, isBold: Bool = false, isUp: Bool = true
    ) -> [ScreenLine] {
      lines(text, columns - 2).map {
        ScreenLine(
          text: isUp ? $0 : "", colour: colour, isBold: isBold, column: max(1, (columns - width(of: $0)) / 2))
      }
    }
    let (isGraded, hasStatistics) = (isUp("resultsEmoji", game, nowMs), isUp("resultsStats", game, nowMs))
    let gradeColour = Colour.of(percentage: percentage)
    let wrong = "\(cross) \(count - correct - skipped) wrong" + (skipped > 0 ? ", \(skipped) skipped" : "")
    let time = "Time \(TextOutput.duration(ms: game.elapsedMs(atMs: Int(nowMs))))"
    let practice =
      game.attempt.terms.isPractice ? "Practice: progress and stars do not change" : game.whyNoStars ?? ""
    let (stars, isStrong) = stars(game, nowMs) ?? ("", false)
    let groups = [
      centred(words, gradeColour, isBold: true, isUp: isGraded),
      centred(ring(game, percentage, columns, nowMs), gradeColour)
        + centred("\(correct)/\(count)  \(percentage) %", gradeColour),
      centred("\(tick) \(correct) correct", .green, isUp: hasStatistics)
        + centred(wrong, correct == count ? .dim : .red, isUp: hasStatistics)
        + centred(time, .blue, isUp: hasStatistics),
      centred(stars, .orange, isBold: isStrong), centred(game.notice ?? "", .dim), centred(practice, .dim),
    ].filter { !$0.isEmpty }
    let isRoomy = groups.joined().count + groups.count - 1 <= rows.count
    let all = Array(groups.joined(separator: isRoomy ? [ScreenLine()] : []))
    let start = rows.lowerBound + max(0, (rows.count - all.count) / 2)
    _ = canvas.show(all, in: start..<rows.upperBound, &game.upper) { Self.words($0, of: all.count) }
  }

  /// Returns whether a part of the results has appeared by its timeline; without a timeline it appears at once.
  private func isUp(_ animation: AnimationName, _ game: Game, _ nowMs: Double) -> Bool {
    game.cue(animation).map { Double($0.startMs) <= nowMs } ?? true
  }

  /// Returns the circle that fills to the share of right answers, as a line, since cells cannot show a circle.
  private func ring(_ game: Game, _ percentage: Int, _ columns: Int, _ nowMs: Double) -> String {
    let share = game.cue("resultsRing")?.value(of: .progress, atMs: nowMs) ?? 1
    return style.bar(percentage: Int(Double(percentage) * min(1, share)), width: max(1, min(40, columns - 4)))
  }

  /// Returns the stars: A2 springs in, A3 counts up.
  private func stars(_ game: Game, _ nowMs: Double) -> (words: String, isStrong: Bool)? {
    let earned = game.attempt.streak.stars
    guard earned > 0, !game.attempt.terms.isPractice else { return nil }
    let scale = game.cue(.a2)?.value(of: .scale, atMs: nowMs) ?? 1
    let count = game.cue(.a3)
    let counted = count?.value(of: .count, atMs: nowMs).map { Int($0) } ?? game.starsTotal
    // Each step pulses.
    let isPulsing = (count?.value(of: .scale, atMs: nowMs) ?? 1) > 1.03
    let mark = style.hasUnicode ? "★" : "*"
    let words = counted.map { "\($0.counted("star")) in total" } ?? ""
    let badge = " \(mark) +\(earned) "
    let text = scale > 1.02 ? "[\(badge)]" : scale < 0.8 ? badge.trimmingSpaces : badge
    return ("\(text)  \(words)", scale > 1.02 || isPulsing)
  }

  private func leaving(_ game: inout Game, _ canvas: inout Canvas, _ rows: Range<Int>) {
    let words = game.leavingWords.flatMap { lines($0, canvas.columns - 2) }.map { ScreenLine(text: $0) }
    let all = [ScreenLine(text: "Stop here?", isBold: true), ScreenLine()] + words
    var scroll = Scroll()
    _ = canvas.show(all, in: rows, &scroll) { Self.words($0, of: all.count) }
  }

  // MARK: Confetti

  /// Draws the confetti of A4 and of results in the cells that belong to no text.
  private func rain(_ game: Game, _ canvas: inout Canvas, _ nowMs: Double) {
    let glyphs = style.hasUnicode ? ["▪", "•", "◆", "▴"] : ["*", "+", "o", "'"]
    let faint = style.hasUnicode ? "·" : "."
    let colours: [Colour] = [.red, .orange, .green, .blue]
    for cue in game.shownCues where cue.isRunning(atMs: nowMs) {
      guard let intensity = cue.confetti, var flight = confetti[intensity] else { continue }
      var number = 0
      let share = cue.fade(atMs: nowMs)
      flight.forEach(atMs: nowMs - Double(cue.startMs)) { x, y, opacity in
        number += 1
        let opacity = opacity * share
        // A cell cannot be half visible: a fading particle first gets smaller, then dim.
        guard opacity > 0.05 else { return }
        canvas.fill(
          opacity > 0.5 ? glyphs[number % 4] : faint, row: Int(y / Self.cellHeight), column: Int(x / Self.cellWidth),
          opacity > 0.25 ? colours[number / 4 % 4] : .dim)
      }
    }
  }

  // MARK: Words

  private var tick: String { style.hasUnicode ? "✓" : "+" }
  private var cross: String { style.hasUnicode ? "✗" : "-" }

  private func lines(_ text: String, _ columns: Int) -> [String] { wrappedLines(text, columns: columns) }
}

extension String {
  fileprivate var trimmingSpaces: String { String(drop { $0 == " " }).trimmedAtEnd }
}
