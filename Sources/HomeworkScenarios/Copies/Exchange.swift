import HomeworkAPI
package import HomeworkModel
package import HomeworkMotion
import HomeworkStore

/// An exchange of two programs, in parts of one change each.
struct Exchange {
  /// The number of parts that are on disk.
  private(set) var parts = 0
  /// True if neither had anything more.
  private(set) var isWhole = false
  private(set) var told = (mine: CueChanges(), theirs: CueChanges())

  /// - Parameter limit: the part after which the connection ends.
  init(
    _ mine: any ProgramUnderTest, _ theirs: any ProgramUnderTest, serial: Int, atMs: Int, upTo limit: Int?
  ) throws {
    var (known, others) = (try mine.known(), try theirs.known())
    var hasMoved = true
    while hasMoved {
      hasMoved = false
      while parts != limit, let part = try mine.give(after: others) {
        told.theirs.append(try theirs.take(part, serial: serial, atMs: atMs))
        others.add(part)
        known.add(part)
        (parts, hasMoved) = (parts + 1, true)
      }
      while parts != limit, let part = try theirs.give(after: known) {
        told.mine.append(try mine.take(part, serial: serial, atMs: atMs))
        known.add(part)
        others.add(part)
        (parts, hasMoved) = (parts + 1, true)
      }
    }
    isWhole = parts != limit
  }
}

extension ProgramUnderTest {
  static var noCopies: String { "it is about copies of a library, which only hwdb itself makes" }

  private func read<Value>(
    _ body: (ReadTransaction) throws -> Value
  ) throws -> Value {
    guard let store = try sharedStore else { throw ProgramFailure.skipped(Self.noCopies) }
    return try store.readAndWait(body)
  }

  /// Says what its copy of the library has.
  func known() throws -> [SyncCopy.ID: Int64] {
    try read { tx in try tx.syncHello() }.known.mapValues(\.time)
  }

  /// Gives the next change that another copy lacks, as few as possible, so that an exchange can be cut anywhere.
  func give(after known: [SyncCopy.ID: Int64]) throws -> SyncPart? {
    try read { tx in try tx.syncPart(after: known, size: 1) }
  }

  /// Makes its store another copy of the library, with the same content.
  func beginCopy(number: Int) throws {
    guard let store = try sharedStore else { throw ProgramFailure.skipped(Self.noCopies) }
    let id = SyncCopy.ID(atMs: World.beginning.millisecondsSince1970, random: (0, UInt64(number)))
    try store.writeAndWait { tx in try tx.beginCopy(id) }
  }

  /// Returns everything that copies share.
  func shared() throws -> [String: JSONValue] {
    try read { tx in try tx.shared() }
  }
}

extension AppProgram {
  /// Takes changes of another copy of the library, which our own worker has.
  package func take(_ part: SyncPart, serial: Int, atMs: Int) throws -> CueChanges {
    try toldCues(toMs: atMs) {
      _ = try ask("sync.take", AppTaking { ($0.part, $0.serial, $0.atMs) = (part, serial, atMs) }, as: AppTaking.shape)
    }
  }
}

/// A part of an exchange for our own worker.
struct AppTaking: DefaultInitializable {
  var part = SyncPart(), serial = 0, atMs = 0

  static let shape = Shape<AppTaking>.object(AppTaking()) {
    Field("part", \.part, Shapes.syncPart, "The changes.")
    Field("serial", \.serial, "The number of the exchange.")
    Field("atMs", \.atMs, "The time on the scenario's clock.")
  }
}
