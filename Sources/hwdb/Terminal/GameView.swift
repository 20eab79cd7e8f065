import HomeworkModel
import HomeworkMotion
import HomeworkService

/// A game drawn at one moment. The same moment always looks the same.
struct GameView {
  let screen: OutputStyle
  private let confetti: [Intensity: Confetti]

  /// The size of a cell in points, in a terminal's usual font.
  static let (cellWidth, cellHeight) = (8.0, 16.0)

  init(_ screen: OutputStyle, rows: Int, columns: Int, seed: UInt64) {
    self.screen = screen
    confetti = Dictionary(
      uniqueKeysWithValues: Intensity.allCases.map {
        let (width, height) = (Double(columns) * Self.cellWidth, Double(rows) * Self.cellHeight)
        return ($0, Confetti($0, width: width, height: height, seed: seed))
      })
  }

  func draw(_ game: Game, on canvas: inout Canvas, atMs nowMs: Double) {
    head(game, &canvas, nowMs)
    switch game.stage {
    case .question, .feedback: question(game, &canvas)
    case .results: results(game, &canvas, nowMs)
    case .leaving: leaving(game, &canvas)
    case .reviewing, .over: break
    }
    rain(game, &canvas, nowMs)
  }

  // MARK: The top: title, bar, progress, time

  private func head(_ game: Game, _ canvas: inout Canvas, _ nowMs: Double) {
    let narrow = OutputStyle(columns: canvas.columns - 12, isColoured: false, hasUnicode: screen.hasUnicode, nowMs: 0)
    canvas.put(cut(printable(game.heading), to: canvas.columns - 12, on: narrow), row: 0, column: 1, isBold: true)
    let left = game.stage == .results ? nil : game.leftMs(atMs: Int(nowMs))
    let time =
      left.map { "\(TextOutput.duration(ms: max(0, $0))) left" }
      ?? TextOutput.duration(ms: game.elapsedMs(atMs: Int(nowMs)))
    canvas.put(time, row: 0, column: canvas.columns - 1 - time.count, .blue)
    guard game.stage != .results else { return }
    let percentage = game.questions.isEmpty ? 0 : min(game.index + 1, game.questions.count) * 100 / game.questions.count
    let label = "Question \(min(game.index + 1, game.questions.count)) of \(game.questions.count)  "
    canvas.put(label, row: 2, column: 1)
    let room = max(5, min(30, canvas.columns - label.count - 8))
    canvas.put(screen.bar(percentage: percentage, width: room), row: 2, column: 1 + label.count, .green)
    canvas.put("\(percentage) %", row: 2, column: (screen.hasUnicode ? 3 : 5) + label.count + room, .dim)
    bar(game, &canvas, nowMs)
    if let notice = game.notice {
      for (line, text) in lines(printable(notice), canvas.columns - 2).enumerated() {
        canvas.put(text, row: 5 + line, column: 1, .dim)
      }
    }
  }

  /// Draws the ten dots; A1 moves the star at its position.
  private func bar(_ game: Game, _ canvas: inout Canvas, _ nowMs: Double) {
    let dots = game.bar
    // From the answer until its star appears, the dot is green.
    let moving = game.cues.last { $0.animation == .a1 && $0.isShown && nowMs < Double($0.endMs) }
    let position = moving?.position
    for place in 0..<10 {
      let column = 1 + place * 3
      if position == place + 1, let cue = moving {
        star(cue, of: game, at: column, &canvas, nowMs)
      } else {
        let (glyph, colour) = screen.dot(dots[place])
        canvas.put(glyph, row: 3, column: column, isBlue(place + 1, game, nowMs) ? .blue : colour)
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
  private func star(_ cue: PlayingCue, of game: Game, at column: Int, _ canvas: inout Canvas, _ nowMs: Double) {
    let scale = cue.value(of: .scale, part: "star", atMs: nowMs) ?? 1
    let turn = cue.value(of: .rotation, part: "star", atMs: nowMs) ?? 0
    let spinning = screen.hasUnicode ? ["✶", "✷", "✸", "✹"] : ["+", "x", "+", "x"]
    let small = screen.hasUnicode ? "·" : "."
    guard nowMs >= Double(cue.startMs), scale > 0 else {
      // Before the star appears, its dot turns from blue to green, then to yellow.
      let (glyph, colour) = screen.dot(.green)
      let isYellow = (cue.value(of: .colour, atMs: nowMs) ?? 0) >= 0.5
      let isBlue = cue.position.map { self.isBlue($0, game, nowMs) } ?? false
      return canvas.put(glyph, row: 3, column: column, isYellow ? .orange : isBlue ? .blue : colour)
    }
    let glyph =
      scale < 0.35
      ? small : turn > 0 && turn < 360 ? spinning[Int(turn / 45) % 4] : screen.dot(.star).glyph
    canvas.put(glyph, row: 3, column: column, .orange, isBold: scale > 1)
    // A star larger than its natural size extends into the adjacent cells.
    if scale > 1.1 {
      canvas.put(screen.hasUnicode ? "‹" : "<", row: 3, column: column - 1, .orange)
      canvas.put(screen.hasUnicode ? "›" : ">", row: 3, column: column + 1, .orange)
    }
  }

  // MARK: The question

  private func question(_ game: Game, _ canvas: inout Canvas) {
    var row = 5 + (game.notice.map { lines(printable($0), canvas.columns - 2).count + 1 } ?? 0)
    for line in lines(printable(game.question?.prompt ?? ""), canvas.columns - 2) {
      canvas.put(line, row: row, column: 1, isBold: true)
      row += 1
    }
    row += 1
    let isOpen = game.stage == .question
    if game.isChoice {
      let right = game.question?.correctIndex
      for (place, option) in game.options.enumerated() {
        let isChosen = place == game.chosen
        let colour: Colour? = isOpen ? (isChosen ? .blue : nil) : place == right ? .green : isChosen ? .red : .dim
        let mark =
          isOpen ? (isChosen ? ">" : " ") : place == right ? tick : isChosen && game.outcome != .skipped ? cross : " "
        for (line, text) in lines(printable(option), canvas.columns - 7).enumerated() {
          if line == 0 {
            canvas.put("\(mark) \(Question.letter(ofOption: place))", row: row, column: 1, colour, isBold: isChosen)
          }
          canvas.put(text, row: row, column: 5, colour)
          row += 1
        }
      }
    } else {
      for line in lines("> \(printable(game.typed))\(isOpen ? "_" : "")", canvas.columns - 2) {
        canvas.put(line, row: row, column: 1, isOpen ? .blue : .dim)
        row += 1
      }
    }
    if !isOpen { feedback(game, &canvas, row + 1) }
    keys(
      isOpen
        ? (game.isChoice
          ? "A-\(Question.letter(ofOption: max(0, game.options.count - 1))) or arrows"
            + "\(game.isImmediate ? " and" : ", then") Enter   S skip   Esc exit"
          : "Type and Enter   Tab skip   Esc exit")
        : game.index + 1 < game.questions.count ? "Enter next question   Esc exit" : "Enter finish quiz   Esc exit",
      &canvas)
  }

  private func feedback(_ game: Game, _ canvas: inout Canvas, _ start: Int) {
    var row = start
    let (verdict, colour): (String, Colour) =
      switch game.outcome {
      case .correct where game.isRightInOtherWords: ("\(tick) Correct: it is \(game.correctAnswer)", .green)
      case .correct: ("\(tick) Correct", .green)
      case .wrong: ("\(cross) \(game.isAlmost ? "Almost, but wrong" : "Wrong"): it is \(game.correctAnswer)", .red)
      // Happens only if the process was killed between the last question and the end.
      default: ("Skipped", .orange)
      }
    for line in lines(printable(verdict), canvas.columns - 2) {
      canvas.put(line, row: row, column: 1, colour, isBold: true)
      row += 1
    }
    for line in lines(printable(game.question?.explanation ?? ""), canvas.columns - 2) {
      canvas.put(line, row: row, column: 1)
      row += 1
    }
  }

  // MARK: The results

  private func results(_ game: Game, _ canvas: inout Canvas, _ nowMs: Double) {
    let percentage = game.attempt.score.percentage
    let (correct, count) = (game.attempt.score.correct, game.attempt.questionCount)
    let skipped = game.skippedCount
    let grade = game.attempt.score.grade.shown
    let middle = max(2, canvas.rows / 2 - 6)
    let words = screen.hasUnicode ? grade : String(grade.drop { !$0.isASCII }).trimmedAtEnd
    if isUp("resultsEmoji", game, nowMs) {
      canvas.put(centred: words, row: middle, .of(percentage: percentage), isBold: true)
    }
    ring(game, percentage, &canvas, middle + 2, nowMs)
    canvas.put(centred: "\(correct)/\(count)  \(percentage) %", row: middle + 3, .of(percentage: percentage))
    if isUp("resultsStats", game, nowMs) {
      canvas.put(centred: "\(tick) \(correct) correct", row: middle + 5, .green)
      let wrong = "\(cross) \(count - correct - skipped) wrong" + (skipped > 0 ? ", \(skipped) skipped" : "")
      canvas.put(centred: wrong, row: middle + 6, .red)
      canvas.put(centred: "Time \(TextOutput.duration(ms: game.elapsedMs(atMs: Int(nowMs))))", row: middle + 7, .blue)
    }
    stars(game, &canvas, middle + 9, nowMs)
    let isPractice = game.attempt.terms.isPractice
    if let words = game.notice ?? (isPractice ? "Practice: progress and stars do not change" : nil) {
      canvas.put(centred: printable(words), row: middle + (isPractice ? 9 : 11), .dim)
    }
    guard isUp("resultsActions", game, nowMs) else { return }
    let practise = game.canPractiseWrong ? "W practise wrong answers   " : ""
    keys("P \(game.againWords)   \(practise)R review   D done", &canvas)
  }

  /// Returns whether a part of the results has appeared by its timeline; without a timeline it appears at once.
  private func isUp(_ animation: AnimationName, _ game: Game, _ nowMs: Double) -> Bool {
    game.cue(animation).map { Double($0.startMs) <= nowMs } ?? true
  }

  /// Draws the circle that fills to the share of right answers, as a line, since cells cannot show a circle.
  private func ring(_ game: Game, _ percentage: Int, _ canvas: inout Canvas, _ row: Int, _ nowMs: Double) {
    let share = game.cue("resultsRing")?.value(of: .progress, atMs: nowMs) ?? 1
    let width = min(40, canvas.columns - 4)
    canvas.put(
      centred: screen.bar(percentage: Int(Double(percentage) * min(1, share)), width: width), row: row,
      .of(percentage: percentage))
  }

  /// Draws the stars: A2 springs in, A3 counts up.
  private func stars(_ game: Game, _ canvas: inout Canvas, _ row: Int, _ nowMs: Double) {
    let earned = game.attempt.streak.stars
    guard earned > 0, !game.attempt.terms.isPractice else { return }
    let scale = game.cue(.a2)?.value(of: .scale, atMs: nowMs) ?? 1
    let count = game.cue(.a3)
    let counted = count?.value(of: .count, atMs: nowMs).map { Int($0) } ?? game.starsTotal
    // Each step pulses.
    let isPulsing = (count?.value(of: .scale, atMs: nowMs) ?? 1) > 1.03
    let mark = screen.hasUnicode ? "★" : "*"
    let words = counted.map { "\($0.counted("star")) in total" } ?? ""
    let badge = " \(mark) +\(earned) "
    let text = scale > 1.02 ? "[\(badge)]" : scale < 0.8 ? badge.trimmingSpaces : badge
    canvas.put(centred: "\(text)  \(words)", row: row, .orange, isBold: scale > 1.02 || isPulsing)
  }

  private func leaving(_ game: Game, _ canvas: inout Canvas) {
    canvas.put(centred: "Exit quiz?", row: canvas.rows / 2 - 1, isBold: true)
    canvas.put(centred: game.lostByExit, row: canvas.rows / 2, .red)
    canvas.put(centred: game.keptByExit, row: canvas.rows / 2 + 1)
    canvas.put(centred: "E exit   K keep for later   any other key to continue", row: canvas.rows / 2 + 3)
  }

  // MARK: Confetti

  /// Draws A4, and the confetti on results from 90 % on, over everything.
  private func rain(_ game: Game, _ canvas: inout Canvas, _ nowMs: Double) {
    let glyphs = screen.hasUnicode ? ["▪", "•", "◆", "▴"] : ["*", "+", "o", "'"]
    let faint = screen.hasUnicode ? "·" : "."
    let colours: [Colour] = [.red, .orange, .green, .blue]
    for cue in game.cues where cue.isShown && Double(cue.startMs) <= nowMs {
      let intensity =
        cue.animation == .a4
        ? cue.variant.flatMap(Intensity.init) ?? .standard : cue.animation == "resultsConfetti" ? .max : nil
      guard let intensity, var flight = confetti[intensity] else { continue }
      var number = 0
      let fade = cue.fade(atMs: nowMs)
      flight.forEach(atMs: nowMs - Double(cue.startMs)) { x, y, opacity in
        number += 1
        // A cell cannot be half visible: a fading particle first gets smaller, then dim.
        let opacity = opacity * fade
        guard opacity > 0.05 else { return }
        canvas.overlay(
          opacity > 0.5 ? glyphs[number % 4] : faint, row: Int(y / Self.cellHeight), column: Int(x / Self.cellWidth),
          opacity > 0.25 ? colours[number / 4 % 4] : .dim)
      }
    }
  }

  // MARK: Words

  private var tick: String { screen.hasUnicode ? "✓" : "+" }
  private var cross: String { screen.hasUnicode ? "✗" : "-" }

  private func keys(_ text: String, _ canvas: inout Canvas) {
    canvas.put(text, row: canvas.rows - 1, column: 1, .dim)
  }

  private func lines(_ text: String, _ columns: Int) -> [String] {
    let narrow = OutputStyle(columns: columns, isColoured: false, hasUnicode: screen.hasUnicode, nowMs: 0)
    return text.split(separator: "\n", omittingEmptySubsequences: false).flatMap {
      wrapped(String($0), on: narrow).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
  }
}

extension String {
  fileprivate var trimmingSpaces: String { String(drop { $0 == " " }).trimmedAtEnd }
}
