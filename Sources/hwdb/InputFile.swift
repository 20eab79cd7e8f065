import HomeworkAPI
import HomeworkFormats
import HomeworkModel
import HomeworkMotion
import HomeworkScenarios
import HomeworkService
import HomeworkSystem

/// Files that a command reads; `-` is standard input.
enum InputFile {
  /// The size limit of quizzes, documents, and all files together that a script names, in bytes.
  static let largest = 64 << 20

  static func data(_ path: String, upTo limit: Int = largest) throws(CommandFailure) -> [UInt8] {
    do throws(UnreadableFile) {
      guard path == "-" else { return try Files.bytes(of: path, upTo: limit) }
      return try Files.bytes(from: STDIN_FILENO, upTo: limit, called: name(of: path))
    } catch {
      throw failure(error)
    }
  }

  private static func failure(_ file: UnreadableFile) -> CommandFailure {
    guard file.reason == .pipe else { return .file(file.description, isMissing: file.reason == .missing) }
    let advice = "pass its content as standard input, with -"
    return .file("\(file.name) is a pipe, not a regular file: \(advice)", isMissing: false)
  }

  static func text(_ path: String, upTo limit: Int = largest) throws(CommandFailure) -> String {
    try text(of: try data(path, upTo: limit), name(of: path))
  }

  private static func text(of data: [UInt8], _ name: String) throws(CommandFailure) -> String {
    guard let text = String(validating: data, as: UTF8.self) else {
      throw .file("\(name) is not UTF-8: save it as UTF-8", isMissing: false)
    }
    // A byte order mark is not part of the text.
    return text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()) : text
  }

  /// Returns the absolute path of a picture. The service reads the file, because it may be too large for a message.
  static func picture(_ path: String) throws(CommandFailure) -> String {
    guard path != "-" else { throw .usage("a picture cannot be read from standard input: give a file") }
    return Paths.absolute(path)
  }

  /// Returns the absolute path of a file that the service reads, unless standard input would do better.
  static func document(_ path: String) throws(CommandFailure) -> String {
    do throws(UnreadableFile) { try Files.requireRegular(path) } catch { throw failure(error) }
    return Paths.absolute(path)
  }

  /// Returns a file for `quiz.import`: as text, or by its path if the text would not fit into a message to a daemon.
  static func source(_ path: String) throws(CommandFailure) -> QuizFile {
    let size = Files.size(path) ?? 0  // else reading says it
    if path != "-", size > LineFramer.defaultLimit / 8, size <= largest {
      return QuizFile { ($0.path, $0.name) = (Paths.absolute(path), Self.name(of: path)) }
    }
    let data = try data(path)
    let name = name(of: path)
    // JSON may need six bytes for one. A message cannot contain text that is not UTF-8 either.
    if let text = String(validating: data, as: UTF8.self), path == "-" || data.count <= LineFramer.defaultLimit / 8 {
      return QuizFile { ($0.text, $0.name) = (text, name) }
    }
    guard path != "-" else { throw .file("standard input is not UTF-8: give a file", isMissing: false) }
    return QuizFile { ($0.path, $0.name) = (Paths.absolute(path), name) }
  }

  /// Returns a quiz for other methods, once the service has checked the file; it names faults by their place.
  static func quiz(_ path: String, checkedBy backend: Backend) throws -> QuizDraft {
    let quizzes = try backend(Methods.quizImport, source(path).dryRun(givesQuizzes: true)).quizzes ?? []
    guard quizzes.count == 1 else {
      throw CommandFailure.file(
        "\(name(of: path)) contains \(quizzes.count) quizzes: hwdb import adds an assignment for each", isMissing: false
      )
    }
    return quizzes[0]
  }

  /// Returns the name of a file in messages.
  private static func name(of path: String) -> String { path == "-" ? "standard input" : path }

  /// Reads a script and the files that it names, relative to the script. A missing file is skipped: the parser
  /// reports the line that names it.
  static func scenario(_ path: String, animations: [AnimationFile] = []) throws(CommandFailure) -> ScriptPlay {
    let text = try text(path, upTo: ScenarioSource.mostBytes)
    let directory = Paths.directory(of: path)
    // Together, the files are not larger than one may be.
    var (files, room) = ([String: String](), largest)
    for name in ScenarioParser.files(in: text) {
      let resolved = name.hasPrefix("/") ? name : Paths.path(of: name, in: directory)
      let data: [UInt8]
      do throws(UnreadableFile) {
        data = try Files.bytes(of: resolved, upTo: min(ScenarioSource.mostBytes, room), called: name)
      } catch {
        if error.reason == .missing { continue }
        throw .file("\(Self.name(of: path)): \(error)", isMissing: false)
      }
      room -= data.count
      files[name] = try Self.text(of: data, "\(Self.name(of: path)): \(name)")
    }
    return ScriptPlay { ($0.text, $0.name, $0.files, $0.animations) = (text, name(of: path), files, animations) }
  }

  /// Reads the files that `--animations` names.
  static func animations(_ paths: [String]) throws(CommandFailure) -> [AnimationFile] {
    var files: [AnimationFile] = []
    for path in paths {
      files.append(AnimationFile(name: name(of: path), text: try text(path, upTo: AnimationFile.mostBytes)))
    }
    return files
  }
}
