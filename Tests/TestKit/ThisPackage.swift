public import Foundation

/// Where things of this package are.
public enum ThisPackage {
  public static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The folder of the executables that users run, optimised as they ship, however the tests themselves are built.
  ///
  /// `$HWDB_EXECUTABLES` names another one: those of a sanitizer, or of an installation.
  public static func binaries() throws -> URL { try executables.get() }

  public static func binary(_ name: String) throws -> String { try binaries().appendingPathComponent(name).path }

  /// What `make executables` has built of `Examples/EmbeddedApp`.
  public static func embeddedApp() throws -> String { try binary("EmbeddedApp") }

  /// A database as a release wrote it, played days ago, with a bit of everything in it.
  public static let fixture = root.appending(path: "Tests/HomeworkStoreTests/Fixtures/schema-1.database")

  /// Its tests, which play scenarios.
  public static func embeddedAppTests() throws -> String { try binary("EmbeddedAppPackageTests.xctest") }

  /// The Python of `make clients`, with the packages that tests need, and our own; `nil` where it is not there.
  public static let python: String? = {
    let path = root.appendingPathComponent(".build/python/bin/python").path
    return FileManager.default.isExecutableFile(atPath: path) ? path : nil
  }()

  private static let executables = Result<URL, NotBuilt> { () throws(NotBuilt) in
    let given = ProcessInfo.processInfo.environment["HWDB_EXECUTABLES"] ?? ""
    guard given.isEmpty else { return URL(fileURLWithPath: given) }
    // `make executables` leaves it with the time at which it began.
    guard let built = date(of: root.appendingPathComponent(".build/executables")) else {
      throw NotBuilt(reason: "there are none")
    }
    let folders = [
      "Sources", "Migrations", "Tests/TestKit", "Tests/Torture", "Tests/TortureTool", "Examples/EmbeddedApp",
    ]
    let places = [root.appendingPathComponent("Package.swift")] + folders.map { root.appendingPathComponent($0) }
    for place in places {
      let inside = FileManager.default.enumerator(at: place, includingPropertiesForKeys: [.contentModificationDateKey])
      for file in [place] + (inside?.allObjects ?? []).compactMap({ $0 as? URL }) {
        guard let changed = date(of: file), changed > built, !file.path.contains("/.build") else { continue }
        throw NotBuilt(reason: "\(file.path.dropFirst(root.path.count + 1)) has changed since")
      }
    }
    return root.appendingPathComponent(".build/release")
  }

  private static func date(of file: URL) -> Date? {
    // What is not there has none.
    try? file.resourceValues(forKeys: [.contentModificationDateKey]).contentModificationDate
  }

  /// Why no test may start an executable: another build than the one that is to be tested would prove nothing.
  struct NotBuilt: Error, CustomStringConvertible {
    let reason: String
    var description: String { "the optimised executables are to be tested, and \(reason): run make executables" }
  }

  /// Not those that are links to others of them.
  public static func files(in folder: String, withExtension suffix: String) throws -> [URL] {
    let place = root.appendingPathComponent(folder)
    let walker = FileManager.default.enumerator(at: place, includingPropertiesForKeys: [.isSymbolicLinkKey])
    let files = (walker?.allObjects ?? []).compactMap { $0 as? URL }.filter {
      $0.pathExtension == suffix && (try? $0.resourceValues(forKeys: [.isSymbolicLinkKey]).isSymbolicLink) != true
    }
    return files.sorted { $0.path < $1.path }
  }
}
