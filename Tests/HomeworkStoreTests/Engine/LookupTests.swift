import Dispatch
import HomeworkEngine
import HomeworkMemoryEngine
import HomeworkModel
import HomeworkStore
import Synchronization
import Testing

@Suite struct `Lookups that share a snapshot` {
  enum Fate: CaseIterable {
    case found, refused, damaged, unreachable

    var told: String {
      switch self {
      case .found: "found"
      case .refused: "\(StoreError.notFound(.homework, "it"))"
      case .damaged: "\(StoreError.unavailable(.corrupt("it")))"
      case .unreachable: "\(lost)"
      }
    }

    func look(_ rows: any EngineTransaction) throws -> String {
      switch self {
      case .found: return "found"
      case .refused: throw StoreError.notFound(.homework, "it")
      case .damaged: throw rows.fail(.unavailable(.corrupt("it")))
      case .unreachable: throw rows.fail(lost)
      }
    }
  }

  /// All fates of three lookups, on a server that is there at first and may be gone later.
  @Test(arguments: [Int.max, 0, 1]) func `concern each alone`(lasting: Int) throws {
    var compared = 0
    for first in Fate.allCases {
      for second in Fate.allCases {
        for third in Fate.allCases {
          let fates = [first, second, third]
          let server = Server(lasting: lasting)
          var told: [String] = []
          Store(server).readAndWait(each: fates.map { fate in { _ in try fate.look(server.rows) } }) { index, outcome in
            #expect(index == told.count)
            do { told.append(try outcome.get()) } catch { told.append("\(error)") }
          }
          // From where the server is gone, nobody waits for it again.
          let ends = fates.indices.first { fates[$0] == .unreachable } ?? 3
          let broken = fates.indices.first { fates[$0] == .damaged } ?? 3
          let expected = fates.indices.map { index -> String in
            let isGone = lasting == 0 || lasting == 1 && index > 0 && index >= min(broken, ends)
            return isGone || index > ends ? Fate.unreachable.told : fates[index].told
          }
          #expect(told == expected, "\(fates) \(lasting)")
          #expect(server.asked.withLock { $0 } <= 1 + 2 * fates.count { $0 == .damaged || $0 == .unreachable })
          compared += 1
        }
      }
    }
    #expect(compared == 64)
  }

}

private let lost = StoreError.unavailable(.unreachable(database: "postgresql://db/school", "no route"))

/// Gives so many snapshots, and then cannot be reached.
private final class Server: EngineDatabase, @unchecked Sendable {  // a test uses it on its own thread
  let asked = Mutex(0)
  private let lasting: Int
  private(set) var rows = Server.empty()

  init(lasting: Int) { self.lasting = lasting }

  private static func empty() -> MemoryEngine {
    MemoryEngine(
      first: Learner(
        id: Learner.ID(atMs: 0, random: (0, 1)), name: "Me", isDefault: true,
        createdAt: Timestamp(millisecondsSince1970: 0)))
  }

  func read(
    isShort: Bool, isCancelled: (@Sendable () -> Bool)?, _ body: (any EngineTransaction) throws -> Void
  ) throws {
    let before = asked.withLock { asked in
      defer { asked += 1 }
      return asked
    }
    guard before < lasting else { throw lost }
    rows = Self.empty()
    try body(rows)
  }

  func read(
    on queue: DispatchQueue, isCancelled: @escaping @Sendable () -> Bool,
    _ body: @escaping @Sendable (any EngineTransaction) throws -> Void,
    whenOver: @escaping @Sendable ((any Error)?) -> Void
  ) { readLater(on: queue, isCancelled: isCancelled, body, whenOver: whenOver) }

  func write(
    foreseeing foreseen: [Foreseen], willCommit: () throws -> Void, meanwhile: (() -> Void)?,
    _ body: (any EngineGroup) throws -> Void
  ) throws -> EngineCommit { throw lost }

  var isShared: Bool { false }
  func hasChanged() -> Bool { false }
  var isReplaced: Bool { false }
  func rest() {}
  func close() {}
}
