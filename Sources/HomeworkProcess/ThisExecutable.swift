import HomeworkSystem

/// The program that this process runs.
package enum ThisExecutable {
  /// Where its file is.
  package static let path = Files.target(of: "/proc/self/exe") ?? CommandLine.arguments[0]

  /// Returns where the other program of this package is: they are installed side by side.
  package static func sibling(_ name: String) -> String {
    Paths.path(of: name, in: Paths.directory(of: path))
  }
}
