import HomeworkAPI
import HomeworkModel
import HomeworkSystem

/// Pictures on a terminal, drawn by chafa, a program that knows what each terminal can show.
enum TerminalPicture {
  /// Draws a picture at the cursor, as large as the terminal less a few lines for words.
  ///
  /// - Returns: false if chafa is not installed or cannot read the picture; then nothing is drawn.
  static func draw(_ picture: Picture, on style: OutputStyle) -> Bool {
    guard style.isTerminal else { return false }
    var size = winsize()
    _ = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size)
    let (columns, rows) = (size.ws_col > 0 ? Int(size.ws_col) : 80, size.ws_row > 0 ? Int(size.ws_row) : 24)
    let colours = style.isColoured ? "" : " --colors none"
    let symbols = style.hasUnicode ? "" : " --symbols ascii"
    // 2 GB are enough for any picture that is not malicious. What chafa leaves unread is read here, so that writing
    // does not fail.
    let command = """
      (ulimit -v 2097152; exec chafa --animate off\(colours)\(symbols) --size \(columns)x\(max(1, rows - 4)) -) \
      2> /dev/null || { cat > /dev/null; exit 1; }
      """
    guard let pipe = popen(command, "w") else { return false }
    let count = picture.bytes.withUnsafeBytes { fwrite($0.baseAddress, 1, $0.count, pipe) }
    return pclose(pipe) == 0 && count == picture.bytes.count
  }

  /// Returns why a picture is not shown, and how to see it elsewhere.
  ///
  /// - Parameter id: what names the picture: an id of homework, or a digest.
  static func note(on id: String) -> String {
    "The picture cannot be shown here without chafa (sudo apt-get install chafa). Save it: hwdb picture \(id) -o FILE"
  }
}

/// Texts with the words of the pictures that belong to them.
extension Question {
  /// The choices of gaps, and the unit of a number: an answer needs them, and the prompt does not contain them.
  var hints: [String] {
    switch body {
    case .numeric(let key): key.unit.map { ["In \($0)"] } ?? []
    case .gaps(let gaps):
      gaps.enumerated().filter { !$1.options.isEmpty }.map {
        "\(gaps.count > 1 ? "(\($0 + 1)) " : "")\($1.options.joined(separator: " / "))"
      }
    default: []
    }
  }

  var promptWithPicture: String { [shownPrompt, pictures.question?.label].compactMap(\.self).joined(separator: "\n") }

  var explanationWithPicture: String {
    [explanation, pictures.answer?.label ?? ""].filter { !$0.isEmpty }.joined(separator: "\n")
  }

  var optionsWithPictures: [String] {
    body.options.enumerated().map { index, option in
      guard let picture = pictures.options[index] else { return option }
      return picture.alternative == option ? "\(option) [picture]" : "\(option) \(picture.label)"
    }
  }
}

extension QuestionPicture {
  fileprivate var label: String { alternative.isEmpty ? "[picture]" : "[picture: \(alternative)]" }
}
