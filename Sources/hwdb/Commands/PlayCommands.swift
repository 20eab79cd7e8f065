import HomeworkAPI
import HomeworkFormats
import HomeworkModel
import HomeworkMotion
import HomeworkProcess
import HomeworkService
import HomeworkSystem

extension CommandTable {
  static let play: [Command] = [
    Command(
      "play", "[ID]", 0...1,
      options: Option.ofPlaying + Option.ofAttempt
        + [Option("web", "play in the browser: serves the page to this machine until Ctrl-C")],
      "plays a quiz in the terminal, or lets you choose one; resumes where you left off, even after a kill",
      example: "hwdb play 3f2a91bc"
    ) { invocation in
      guard !invocation.has("web") else { return try WebPlay.play(invocation.operands.first, invocation) }
      _ = try Play.play(invocation.operands.first, invocation.attemptOptions, invocation)
    }
  ]
}

extension Option {
  /// The options for showing a quiz.
  static let ofPlaying = [
    Option("immediate", "answer with the letter of an option, without Enter"),
    Option(
      "motion", "MOTION", "full or reduced; $HWDB_MOTION by default, else the desktop's setting",
      choices: ["full", "reduced"]),
    Option("plain", "print line by line, for screen readers and pipes"),
  ]
}

/// One session of playing a quiz, from the first key to the last.
struct Play {
  private let invocation: Invocation
  private let style: OutputStyle
  private let work: Game.Work
  private let start = ContinuousClock.now
  private let seed = UInt64.random(in: 0...0xFFFF_FFFF)

  /// Plays the quiz of an assignment; without an id, the user chooses one.
  ///
  /// - Returns: whether it was played to its end.
  static func play(_ homework: String?, _ options: AttemptOptions, _ invocation: Invocation) throws -> Bool {
    guard let invocation = try namingPlayer(invocation) else { return false }
    guard let homework = try homework ?? choose(invocation) else { return false }
    do { return try Play(.homework(homework, options), invocation).play() } catch let failure as CommandFailure
      where failure.isNothingToPractise
    {
      Output.showNothing(failure, invocation)
      return true
    }
  }

  /// Plays the due questions.
  ///
  /// - Throws: `CommandFailure`, also if nothing is due.
  static func review(_ starting: StartReviewParams, _ invocation: Invocation) throws {
    guard let invocation = try namingPlayer(invocation) else { return }
    _ = try Play(.review(starting), invocation).play()
  }

  private init(_ work: Game.Work, _ invocation: Invocation) {
    (self.work, self.invocation, style) = (work, invocation, invocation.outputStyle)
  }

  private func play() throws -> Bool { try Self.isPlain(invocation) ? plain() : onTerminal() }

  /// Asks on a terminal who is playing, if there are several learners and the caller names none.
  ///
  /// - Returns: the call with that learner; `nil` at the end of the input.
  private static func namingPlayer(_ invocation: Invocation) throws -> Invocation? {
    guard isatty(STDIN_FILENO) == 1, DefaultPaths.learner(invocation.value("learner")) == nil else { return invocation }
    let learners = try Backend(invocation)(Methods.learnerList)
    guard learners.count > 1, let usual = learners.first(where: \.isDefault) else { return invocation }
    Output.write("Who is playing?\n")
    for (index, learner) in learners.enumerated() { Output.write("  \(index + 1): \(printable(learner.name))\n") }
    Output.write("Number or name, or Enter for \(printable(usual.name)): ")
    guard let line = readLine()?.trimmedAtEnds else { return nil }
    guard let number = Int(line) else { return invocation.with("learner", line.isEmpty ? usual.name : line) }
    guard learners.indices.contains(number - 1) else {
      throw CommandFailure.usage("\(line) is not in the list: write a number from 1 to \(learners.count), or a name")
    }
    return invocation.with("learner", learners[number - 1].id.text)
  }

  private static func isPlain(_ invocation: Invocation) -> Bool {
    invocation.has("plain") || !invocation.outputStyle.isTerminal || isatty(STDIN_FILENO) != 1
  }

  /// Returns `nil` if there is no quiz, or none is chosen.
  private static func choose(_ invocation: Invocation) throws -> String? {
    let menu = try QuizMenu(Backend(invocation), motion: motion(invocation))
    guard !menu.items.isEmpty else {
      Output.write("There is no quiz to play: add one with hwdb import FILE.\n")
      return nil
    }
    return try isPlain(invocation) ? choose(from: menu) : choose(from: menu, on: invocation.outputStyle)
  }

  /// Asks for a number or title on a line.
  private static func choose(from menu: QuizMenu) throws -> String? {
    Output.write("What do you want to play?\n")
    let listed = menu.items.prefix(20)
    for (index, item) in listed.enumerated() {
      Output.write("  \(index + 1): \(printable(item.title)), \(QuizMenu.facts(of: item))\n")
    }
    let isAll = listed.count == menu.items.count && !menu.hasMore
    Output.write(isAll ? "" : "  and more: hwdb list shows all of them\n")
    Output.write("Number or part of a title, or Enter to leave: ")
    guard let line = readLine()?.trimmedAtEnds, !line.isEmpty else { return nil }
    guard let number = Int(line) else { return line }
    guard listed.indices.contains(number - 1) else {
      throw CommandFailure.usage("\(line) is not in the list: write a number from 1 to \(listed.count), or a title")
    }
    return listed[number - 1].id.text
  }

  private static func choose(from menu: QuizMenu, on style: OutputStyle) throws -> String? {
    guard let terminal = Terminal(style) else { return try choose(from: menu) }
    defer { terminal.giveBack() }
    var menu = menu
    let start = ContinuousClock.now
    while terminal.signal == nil {
      switch menu.stage {
      case .left: return nil
      case .chosen(let homework): return homework.id.text
      case .choosing:
        let nowMs = start.duration(to: .now) / .milliseconds(1)
        var canvas = Canvas(rows: terminal.size.rows, columns: terminal.size.columns)
        menu.draw(on: &canvas, terminal.style, atMs: nowMs)
        terminal.show(canvas)
        let isMoving = menu.opacity(ofRow: canvas.rows, atMs: nowMs) < 1
        if let key = terminal.key(waitingMs: isMoving ? 16 : 1000) { try menu.press(key) }
      }
    }
    terminal.giveBack()
    exit(128 + (terminal.signal ?? 0))
  }

  private func game(rows: Int, columns: Int) throws -> Game {
    try Game(
      Backend(invocation), work, isImmediate: invocation.has("immediate"),
      motion: Self.motion(invocation), width: Double(columns) * GameView.cellWidth,
      height: Double(rows) * GameView.cellHeight, seed: seed, atMs: Int(nowMs),
      epochMs: style.nowMs)
  }

  private var nowMs: Double { start.duration(to: .now) / .milliseconds(1) }

  /// Draws sixty frames a second while anything moves, otherwise one a second.
  private func onTerminal() throws -> Bool {
    // Report errors in the call before taking over the terminal.
    var game = try game(rows: 24, columns: style.columns ?? 80)
    try showPicture(&game)
    guard let terminal = Terminal(style) else { return try plain(game) }
    if !terminal.isUTF8 {
      game.notify("Without a UTF-8 locale, letters beyond ASCII show as ?: use hwdb play --plain")
    }
    var size = terminal.size
    var view = GameView(terminal.style, rows: size.rows, columns: size.columns, seed: seed)
    defer { terminal.giveBack() }
    while game.stage != .over, terminal.signal == nil {
      if game.stage == .reviewing {
        try review(game, on: terminal)
        try game.press(.escape, atMs: Int(nowMs))
      }
      let frame = nowMs
      _ = try game.endIfTimeIsUp(atMs: Int(frame))
      if terminal.size != size {
        size = terminal.size
        view = GameView(terminal.style, rows: size.rows, columns: size.columns, seed: seed)
      }
      var canvas = Canvas(rows: size.rows, columns: size.columns)
      view.draw(&game, on: &canvas, atMs: frame)
      terminal.show(canvas)
      let waitingMs = game.isMoving(atMs: frame) ? max(1, Int(16.6 - (nowMs - frame))) : 1000 - Int(frame) % 1000
      guard let key = terminal.key(waitingMs: waitingMs) else { continue }
      if key == Game.pictureKey, !game.shownPictures.isEmpty {
        try show(game.shownPictures, terminal)
      } else {
        try game.press(key, atMs: Int(nowMs))
      }
    }
    guard let signal = terminal.signal else { return game.attempt.state == .completed }
    terminal.giveBack()
    exit(128 + signal)
  }

  /// Shows the review until the user leaves it, or the program is asked to end.
  private func review(_ game: Game, on terminal: Terminal) throws {
    var list = ReviewList(try game.review())
    while terminal.signal == nil {
      var canvas = Canvas(rows: terminal.size.rows, columns: terminal.size.columns)
      list.draw(on: &canvas, terminal.style)
      terminal.show(canvas)
      if let key = terminal.key(waitingMs: 1000), !list.press(key) { return }
    }
  }

  /// Shows the picture before the quiz takes over the terminal; if the terminal cannot show it, a notice says so.
  private func showPicture(_ game: inout Game) throws {
    guard let homework = game.picturedHomework else { return }
    let picture = try Backend(invocation)(Methods.pictureGet, PictureSearch { $0.homeworkId = homework.text })
    guard TerminalPicture.draw(picture, on: style) else {
      return game.notify(TerminalPicture.note(on: TextOutput.shortId(homework)))
    }
    Output.write("Press Enter to begin: ")
    _ = readLine()
  }

  /// Shows pictures of a question, one after the other, in place of the game.
  private func show(_ pictures: [(name: String, picture: QuestionPicture)], _ terminal: Terminal) throws {
    terminal.giveBack()
    for (name, picture) in pictures {
      Output.write("\u{1B}[2J\u{1B}[H\(name): \(printable(picture.words))\n")
      let file = try Backend(invocation)(Methods.pictureGet, PictureSearch { $0.digest = picture.digest })
      if !TerminalPicture.draw(file, on: style) { Output.write(TerminalPicture.note(on: picture.digest) + "\n") }
      Output.write("Press Enter to go on: ")
      guard readLine() != nil else { break }
    }
    terminal.resume()
  }

  /// Plays in lines of text, which a screen reader can read aloud.
  private func plain(_ begun: Game? = nil) throws -> Bool {
    var game = try begun ?? game(rows: 24, columns: 80)
    Output.write("\(printable(game.heading))\n")
    if let homework = game.picturedHomework {
      Output.write("\(TerminalPicture.note(on: TextOutput.shortId(homework)))\n")
    }
    while game.stage != .over {
      try announce(game)
      game.notice = nil
      // At the end of the input, leave the attempt open, as after a kill.
      guard let line = readLine() else { return game.attempt.state == .completed }
      // Without a line editor, an arrow key puts its control sequence in the line.
      try take(line.withoutControlSequences.trimmedAtEnds, &game)
    }
    return game.attempt.state == .completed
  }

  private func announce(_ game: Game) throws {
    if let notice = game.notice { Output.write("\(plainLines(notice))\n") }
    switch game.stage {
    case .question:
      if let introduction = game.question?.introduction {
        Output.write("\n\(plainLines(introduction))\n")
      }
      let lines = plainLines(game.question?.promptWithPicture ?? "")
      Output.write("\nQuestion \(game.index + 1) of \(game.questions.count): \(lines)\n")
      for hint in game.question?.hints ?? [] { Output.write("  \(printable(hint))\n") }
      for (index, option) in (game.question?.optionsWithPictures ?? []).enumerated() {
        Output.write("  \(Question.letter(ofOption: index)): \(plainLines(option, indent: 5))\n")
      }
      if game.pending.way == .grading {
        return Output.write(
          game.pending.isTurned
            ? "The back is: \(plainLines(game.correctAnswer))\nWrite k if you knew it, n if not: "
            : "Enter to see the back, or skip or exit: ")
      }
      Output.write("Your answer\(wanted(game)), or skip or exit: ")
    case .feedback:
      let explanation = game.question?.explanationWithPicture ?? ""
      Output.write("\(plainLines(TextOutput.explained(game.verdict, explanation)))\n")
      announceStars(game)
      let further =
        game.index + 1 < game.questions.count ? "Enter for the next question: " : "Enter to finish the quiz: "
      Output.write(game.canAccept ? "Write right if you were right, or \(further)" : further)
    case .results:
      let attempt = game.attempt
      let (correct, count) = (attempt.score.correct, attempt.questionCount)
      let grade = attempt.score.grade.shown
      let earned =
        attempt.terms.isPractice
        ? "practice earns no stars" : "\(attempt.streak.stars.counted("star")) earned"
      Output.write(
        "\nFinished. \(grade) You scored \(correct) of \(count), \(attempt.score.percentage) percent.\n")
      Output.write(
        "\(correct) correct, \(count - correct) wrong or skipped, \(earned), "
          + "time \(TextOutput.duration(ms: game.elapsedMs(atMs: Int(nowMs)))).\n"
      )
      if let words = game.whyNoStars { Output.write("\(words)\n") }
      Output.write(
        "Write review to see each question, "
          + (game.canPractiseWrong ? "wrong to practise the wrong answers, " : "")
          + "again to \(game.againWords), or Enter to end: "
      )
    case .reviewing:
      Output.write(
        TextOutput.review(try game.review(), game.title, style)
          + "\nWrite again to \(game.againWords), or Enter to end: "
      )
    case .leaving:
      Output.write("Stop here? \(game.leavingWords.joined(separator: " "))\n")
      Output.write("Write keep, or abandon to end it, or Enter to go on: ")
    case .over: break
    }
  }

  /// Returns the lines of a text with their indentation, all but the first moved by `indent`.
  private func plainLines(_ text: String, indent: Int = 0) -> String {
    printableLines(text).joined(separator: "\n" + String(repeating: " ", count: indent))
  }

  /// Returns what an answer must be, where the question does not show it.
  private func wanted(_ game: Game) -> String {
    guard let question = game.question, [.multi, .ordering, .numeric, .gaps].contains(question.body.kind) else {
      return ""
    }
    return " (\(question.wantedResponse))"
  }

  private func announceStars(_ game: Game) {
    let started = game.cues.last { $0.animation == .a1 }
    guard game.outcome == .correct, started?.questionIndex == game.index, let position = started?.position else {
      return
    }
    Output.write("Star \(position - 4) of this streak.\n")
  }

  private func take(_ line: String, _ game: inout Game) throws {
    let atMs = Int(nowMs)
    // Otherwise the rest of the line would act on the results.
    guard try !game.endIfTimeIsUp(atMs: atMs) else { return }
    switch (game.stage, line.lowercased()) {
    case (.question, "skip"): try game.press(.character("\t"), atMs: atMs)
    case (.question, "exit"), (.feedback, "exit"): try game.press(.escape, atMs: atMs)
    case (.question, _) where game.pending.way == .grading:
      for key in line.isEmpty ? [Game.Key.enter] : line.map(Game.Key.character) { try game.press(key, atMs: atMs) }
    case (.question, _) where game.pending.way == .picking:
      guard case .choices(let indexes)? = game.question?.response(from: line) else {
        return Output.write(
          "\"\(printable(line))\" does not fit: give \(game.question?.wantedResponse ?? "an answer")\n")
      }
      for index in indexes { try game.press(.character(Character(Question.letters[index])), atMs: atMs) }
      try game.press(.enter, atMs: atMs)
    case (.question, let typed) where game.pending.way == .choosing:
      let letters = game.options.indices.map { Question.letter(ofOption: $0).lowercased() }
      let index = letters.firstIndex(of: typed) ?? Int(typed).map { $0 - 1 }
      guard let index, letters.indices.contains(index) else {
        return Output.write(
          "\"\(printable(line))\" is not an option: write one of \(letters.joined(separator: ", "))\n")
      }
      for character in letters[index] { try game.press(.character(character), atMs: atMs) }
      if !invocation.has("immediate") { try game.press(.enter, atMs: atMs) }
    case (.question, _):
      guard let question = game.question, question.response(from: line).flatMap(question.grade) != nil else {
        return Output.write(
          "\"\(printable(line))\" does not fit: give \(game.question?.wantedResponse ?? "an answer")\n")
      }
      try game.press(.paste(line), atMs: atMs)
      try game.press(.enter, atMs: atMs)
    case (.feedback, "right") where game.canAccept: try game.press(.character("r"), atMs: atMs)
    case (.results, "review"): try game.press(.character("r"), atMs: atMs)
    case (.reviewing, _):
      try game.press(.escape, atMs: atMs)
      try take(line, &game)
    case (.results, "wrong"): try game.press(.character("w"), atMs: atMs)
    case (.results, "again"): try game.press(.character("p"), atMs: atMs)
    case (.leaving, "abandon"): try game.press(.character("e"), atMs: atMs)
    // A second "exit" leaves the quiz; it must not lose the answers.
    case (.leaving, "keep"), (.leaving, "exit"): try game.press(.character("k"), atMs: atMs)
    case (.leaving, _): try game.press(.backspace, atMs: atMs)
    default: try game.press(.enter, atMs: atMs)
    }
  }

  /// Returns the motion that the caller names, if any.
  static func wantedMotion(_ invocation: Invocation) -> MotionPreference? {
    (invocation.value("motion") ?? Surroundings.environment["HWDB_MOTION"]).flatMap(MotionPreference.init)
  }

  private static func motion(_ invocation: Invocation) -> MotionPreference {
    if let motion = wantedMotion(invocation) { return motion }
    // The desktop's setting, such as GNOME's switch for animations.
    guard Surroundings.environment["XDG_CURRENT_DESKTOP"] != nil else { return .full }
    let settings = ["/usr/bin/gsettings", "get", "org.gnome.desktop.interface", "enable-animations"]
    let answer = (try? ChildProcess.output(of: settings)) ?? ""  // as without such a desktop
    return answer.hasPrefix("false") ? .reduced : .full
  }
}
