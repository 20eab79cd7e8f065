public import Foundation

/// Where things of this package are.
public enum ThisPackage {
  public static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The folder of the executables that were built with the tests.
  public static let binaries: URL = {
    var folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    if let link = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") {
      folder = URL(fileURLWithPath: link).deletingLastPathComponent()
    }
    // The test runner may be a program of the toolchain; then the build folder says it.
    guard !FileManager.default.fileExists(atPath: folder.appendingPathComponent("hwdb").path) else { return folder }
    return root.appendingPathComponent(".build/debug")
  }()

  public static func binary(_ name: String) -> String { binaries.appendingPathComponent(name).path }

  public static func files(in folder: String, withExtension suffix: String) throws -> [URL] {
    let place = root.appendingPathComponent(folder)
    let walker = FileManager.default.enumerator(at: place, includingPropertiesForKeys: nil)
    let files = (walker?.allObjects ?? []).compactMap { $0 as? URL }.filter { $0.pathExtension == suffix }
    return files.sorted { $0.path < $1.path }
  }
}
