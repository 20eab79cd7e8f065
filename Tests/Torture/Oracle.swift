import Foundation
import HomeworkModel
import HomeworkStore

/// The allowed states after a strike: everything promised, nothing never requested, in order and without gaps; a sound
/// file; and events without a gap.
struct Oracle {
  let work: Work

  /// Returns the problem; `nil` if there is none.
  func verdict(at path: String, promised: [String]) -> Verdict? {
    do {
      try work.atRest(path)
      var options = StoreOptions()
      options.migrator = work.migrator
      let store = try Store.openAndWait(path: path, options: options)
      let found = try store.checkAndWait()
      guard found.isEmpty else { return .inconsistent("check finds \(found)") }
      let kept = try work.kept(store)
      guard Array(work.promises.prefix(kept.count)) == kept else { return .inconsistent("\(kept) has a hole") }
      guard Set(promised).isSubset(of: kept) else { return .lost("\(Set(promised).subtracting(kept)) of \(promised)") }
      let range = try store.readAndWait { tx in try tx.eventRange() }
      if range.newest > 0 {
        let events = try store.readAndWait { tx in try tx.events(since: range.oldest - 1) }
        guard events.map(\.sequence) == Array(range.oldest...range.newest) else {
          return .inconsistent("events have a gap")
        }
      }
      return nil
    } catch {
      return .inconsistent("\(error)")
    }
  }
}

public enum Verdict: Sendable {
  case inconsistent(String)
  /// Something promised is missing.
  case lost(String)
}

/// The strikes on a work, and their outcomes.
public struct Tally: Sendable {
  public let name: String
  /// The number of points struck, and of states examined.
  public internal(set) var points = 0
  public internal(set) var states = 0
  public internal(set) var inconsistent = 0
  public internal(set) var lost = 0
  /// The first wrong outcome.
  public internal(set) var example: String?

  init(_ name: String) {
    self.name = name
  }

  mutating func add(_ verdict: Verdict?, _ when: @autoclosure () -> String) {
    states += 1
    switch verdict {
    case nil: return
    case .inconsistent(let what):
      inconsistent += 1
      if example == nil { example = "\(name), \(when()): \(what)" }
    case .lost(let what):
      lost += 1
      if example == nil { example = "\(name), \(when()): lost \(what)" }
    }
  }

  public var isSound: Bool { inconsistent == 0 && lost == 0 }
}

/// A directory deleted with this value.
final class Bench: Sendable {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.appendingPathComponent("hwdb-torture-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  var database: String { "\(path)/x.sqlite" }

  /// Returns everything in it, by path, except for shared memory, which is not on disk.
  func files() throws -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: path) where !name.hasSuffix("-shm") {
      files["\(path)/\(name)"] = [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(path)/\(name)")))
    }
    return files
  }

  /// Replaces the content of the directory with these files.
  func put(_ files: [String: [UInt8]]) throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: path) {
      try FileManager.default.removeItem(atPath: "\(path)/\(name)")
    }
    for (path, bytes) in files { try Data(bytes).write(to: URL(fileURLWithPath: path)) }
  }
}
