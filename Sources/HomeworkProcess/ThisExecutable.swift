import HomeworkSystem

/// The program that this process runs.
package enum ThisExecutable {
  /// The path of its file.
  package static let path = Files.target(of: "/proc/self/exe") ?? CommandLine.arguments[0]

  /// Returns the path of the package's other program, installed beside this one.
  package static func sibling(_ name: String) -> String {
    Paths.path(of: name, in: Paths.directory(of: path))
  }
}
