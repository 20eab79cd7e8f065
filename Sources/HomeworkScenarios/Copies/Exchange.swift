import HomeworkAPI
package import HomeworkModel
package import HomeworkMotion
import HomeworkStore

/// An exchange of two programs, in parts of one change each.
struct Exchange {
  /// The number of parts that are on disk.
  private(set) var parts = 0
  /// True if neither had anything more.
  private(set) var isComplete = false
  private(set) var cues = (mine: CueChanges(), theirs: CueChanges())

  /// - Parameter limit: the part after which the connection ends.
  init(_ mine: any ProgramUnderTest, _ theirs: any ProgramUnderTest, serial: Int, atMs: Int, upTo limit: Int?) throws {
    var known = (mine: try mine.known(), theirs: try theirs.known())
    var before = -1
    while parts != before {
      before = parts
      while parts != limit, let part = try mine.give(after: known.theirs) {
        cues.theirs.append(try theirs.take(part, serial: serial, atMs: atMs))
        note(part)
      }
      while parts != limit, let part = try theirs.give(after: known.mine) {
        cues.mine.append(try mine.take(part, serial: serial, atMs: atMs))
        note(part)
      }
    }
    func note(_ part: SyncPart) {
      known.mine.add(part)
      known.theirs.add(part)
      parts += 1
    }
    isComplete = parts != limit
  }
}

extension ProgramUnderTest {
  static var noCopies: String { "it is about copies of a library, which only hwdb itself makes" }

  private func read<Value>(_ body: (ReadTransaction) throws -> Value) throws -> Value {
    guard let store = try sharedStore else { throw ProgramFailure.skipped(Self.noCopies) }
    return try store.readAndWait(body)
  }

  func known() throws -> [SyncCopy.ID: Int64] { try read { tx in try tx.syncHello() }.known.mapValues(\.time) }

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

  func shared() throws -> [String: JSONValue] { try read { tx in try tx.shared() } }
}

extension AppProgram {
  /// Takes changes of another copy of the library, which our own worker has.
  package func take(_ part: SyncPart, serial: Int, atMs: Int) throws -> CueChanges {
    try reportedCues(toMs: atMs) {
      _ = try ask(
        "sync.take", AppSyncParams { ($0.part, $0.serial, $0.atMs) = (part, serial, atMs) }, as: AppSyncParams.shape)
    }
  }
}

/// A part of an exchange for our own worker.
struct AppSyncParams: DefaultInitializable {
  var part = SyncPart(), serial = 0, atMs = 0

  static let shape = Shape<AppSyncParams>.object(AppSyncParams()) {
    Field("part", \.part, Shapes.syncPart, "The changes.")
    Field("serial", \.serial, "The number of the exchange.")
    Field("atMs", \.atMs, "The time on the scenario's clock.")
  }
}
