import Foundation

/// Asks a person, where one is there.
enum Prompt {
  static var isPossible: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 }

  /// No answer is a no.
  static func confirm(_ question: String) -> Bool {
    FileHandle.standardError.write(Data("\(question) [y/N] ".utf8))
    return ["y", "yes"].contains(readLine()?.lowercased())
  }
}
