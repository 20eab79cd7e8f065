import HomeworkAPI
import HomeworkFormats
import HomeworkModel
import HomeworkMotion
import HomeworkScenarios
import HomeworkService
import HomeworkSystem

/// Files that a command reads; `-` is standard input.
enum InputFile {
  static let largest = 64 << 20

  static func data(_ path: String) throws(CommandFailure) -> [UInt8] {
    if path == "-" { return try standardInput() }
    guard Files.exists(path) else {
      throw .file("\(path) does not exist: check the path", isMissing: true)
    }
    guard !Files.isDirectory(path) else { throw .file("\(path) is a directory: give a file", isMissing: false) }
    guard let data = try? Files.bytes(of: path) else {
      throw .file("\(path) cannot be read: check its permissions", isMissing: false)
    }
    guard data.count <= largest else {
      throw .file("\(path) is larger than \(largest >> 20) MiB: split it", isMissing: false)
    }
    return data
  }

  static func text(_ path: String) throws(CommandFailure) -> String {
    guard let text = String(validating: try data(path), as: UTF8.self) else {
      throw .file("\(name(of: path)) is not UTF-8: save it as UTF-8", isMissing: false)
    }
    // A byte order mark is no text.
    return text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()) : text
  }

  /// The absolute path of a picture, which whoever serves the call reads: it may be too large for a message.
  static func picture(_ path: String) throws(CommandFailure) -> String {
    guard path != "-" else { throw .usage("a picture cannot be read from standard input: give a file") }
    return Paths.absolute(path)
  }

  private static func standardInput() throws(CommandFailure) -> [UInt8] {
    do throws(SystemFailure) { return try Files.bytes(from: STDIN_FILENO, called: "standard input") } catch {
      throw .file("standard input cannot be read (\(error.reason)): give a file", isMissing: false)
    }
  }

  /// How `quiz.import` is to be given a file: as text, or by its path where the text would not fit a message of a
  /// daemon.
  static func source(_ path: String) throws(CommandFailure) -> QuizFile {
    let size = Files.size(path) ?? 0  // else reading says it
    if path != "-", size > LineFramer.defaultLimit / 8, size <= largest {
      return QuizFile(path: Paths.absolute(path), name: name(of: path))
    }
    let data = try data(path)
    let name = name(of: path)
    // JSON may need six bytes for one. What is no UTF-8 is no text of a message either.
    if let text = String(validating: data, as: UTF8.self), path == "-" || data.count <= LineFramer.defaultLimit / 8 {
      return QuizFile(text: text, name: name)
    }
    guard path != "-" else { throw .file("standard input is not UTF-8: give a file", isMissing: false) }
    return QuizFile(path: Paths.absolute(path), name: name)
  }

  /// A quiz for other methods, once the service has found nothing wrong with the file; what is, it names by its place.
  static func quiz(_ path: String, checkedBy backend: Backend) throws -> QuizDraft {
    let quizzes = try backend(Methods.quizImport, source(path).dryRun(givesQuizzes: true)).quizzes ?? []
    guard quizzes.count == 1 else {
      throw CommandFailure.file(
        "\(name(of: path)) contains \(quizzes.count) quizzes: hwdb import adds an assignment for each", isMissing: false
      )
    }
    return quizzes[0]
  }

  /// The names of a class list.
  static func classList(_ path: String) throws(CommandFailure) -> [String] {
    let data = try data(path)
    do throws(QuizFormatError) { return try ClassList.names(in: data) } catch {
      throw .file("\(name(of: path)): \(error): no learner was added", isMissing: false)
    }
  }

  /// As messages call it.
  private static func name(of path: String) -> String { path == "-" ? "standard input" : path }

  /// A script with the files that it names, which lie beside it. One that cannot be read is left out, and the parser
  /// says where it is named.
  static func scenario(_ path: String, animations: [AnimationFile] = []) throws(CommandFailure) -> ScriptPlay {
    let text = try text(path)
    let directory = Paths.directory(of: path)
    var files: [String: String] = [:]
    for name in ScenarioParser.files(in: text) {
      let place = name.hasPrefix("/") ? name : Paths.path(of: name, in: directory)
      if let quiz = try? self.text(place) { files[name] = quiz }
    }
    return ScriptPlay(text: text, name: name(of: path), files: files, animations: animations)
  }

  /// The files of animations that `--animations` names.
  static func animations(_ paths: [String]) throws(CommandFailure) -> [AnimationFile] {
    try paths.map { (path) throws(CommandFailure) in AnimationFile(name: name(of: path), text: try text(path)) }
  }
}
