public import Foundation

/// The places of this package's files.
public enum ThisPackage {
  public static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Returns the folder of the executables that users run, optimised as released, regardless of the tests' own build.
  ///
  /// `$HWDB_EXECUTABLES` names another one: a sanitizer's build, or an installation.
  public static func binaries() throws -> URL { try executables.get() }

  public static func binary(_ name: String) throws -> String { try binaries().appendingPathComponent(name).path }

  /// Returns the path of `Examples/EmbeddedApp` as built by `make test-packages`.
  public static func embeddedApp() throws -> String { try binary("EmbeddedApp") }

  /// Returns the path of the app's tests, which play scenarios.
  public static func embeddedAppTests() throws -> String { try binary("EmbeddedAppPackageTests.xctest") }

  /// The Python of `make test-clients`, with the packages that tests need, and our own; `nil` if it is missing.
  public static let python: String? = {
    let path = root.appendingPathComponent(".build/python/bin/python").path
    return FileManager.default.isExecutableFile(atPath: path) ? path : nil
  }()

  private static let executables = Result<URL, NotBuilt> { () throws(NotBuilt) in
    let folder = ProcessInfo.processInfo.environment["HWDB_EXECUTABLES"] ?? ""
    guard folder.isEmpty else { return URL(fileURLWithPath: folder) }
    // `make executables` leaves this file, dated at its start.
    guard let built = date(of: root.appendingPathComponent(".build/executables")) else {
      throw NotBuilt(reason: "there are none")
    }
    let folders = [
      "Sources", "Migrations", "Tests/TestKit", "Tests/Torture", "Tests/TortureTool", "Tests/Simulator",
      "Examples/EmbeddedApp",
    ]
    let urls = [root.appendingPathComponent("Package.swift")] + folders.map { root.appendingPathComponent($0) }
    for url in urls {
      let inside = FileManager.default.enumerator(at: url, includingPropertiesForKeys: [.contentModificationDateKey])
      for file in [url] + (inside?.allObjects ?? []).compactMap({ $0 as? URL }) {
        guard let changed = date(of: file), changed > built, !file.path.contains("/.build") else { continue }
        throw NotBuilt(reason: "\(file.path.dropFirst(root.path.count + 1)) has changed since")
      }
    }
    return root.appendingPathComponent(".build/release")
  }

  private static func date(of file: URL) -> Date? {
    // A missing file has no date.
    try? file.resourceValues(forKeys: [.contentModificationDateKey]).contentModificationDate
  }

  /// The reason why no test may start an executable: testing another build would prove nothing.
  struct NotBuilt: Error, CustomStringConvertible {
    let reason: String
    var description: String { "the optimised executables are to be tested, and \(reason): run make executables" }
  }

  /// Returns the files in a folder, except for symlinks to others of them.
  public static func files(in folder: String, withExtension suffix: String) throws -> [URL] {
    let url = root.appendingPathComponent(folder)
    let walker = FileManager.default.enumerator(at: url, includingPropertiesForKeys: [.isSymbolicLinkKey])
    let files = (walker?.allObjects ?? []).compactMap { $0 as? URL }.filter {
      $0.pathExtension == suffix && (try? $0.resourceValues(forKeys: [.isSymbolicLinkKey]).isSymbolicLink) != true
    }
    return files.sorted { $0.path < $1.path }
  }
}
