import HomeworkPostgres
import HomeworkRPC
import HomeworkStore
import HomeworkSystem

/// Lookups in libraries on a server of databases. Those that come while others are under way share a snapshot, and what
/// it costs to begin one.
final class DistantReads: Sendable {
  /// Each waits for the server.
  let crew = Crew(PostgresPool.usualConnections)
  private let lines = Guarded<[ObjectIdentifier: Line]>([:])

  private struct Waiting {
    let call: Call, lookup: Operation.Lookup, context: Context
  }

  /// What waits for one library, and who looks it up.
  private struct Line {
    let store: Store
    var waiting: [Waiting] = []
    /// When each group under way has begun, by its number.
    var begun: [Int: UInt64] = [:]
    var lastGroup = 0
  }

  /// How many groups of a library are under way. One that takes longer than usual does not count: nobody waits for
  /// another's long lookup.
  private static let groups = 2, usualNs: UInt64 = 2_000_000
  /// The most groups that take longer, and the most lookups in a group.
  private static let mostGroups = PostgresPool.usualConnections, mostAtOnce = 64

  /// Has a lookup wait until `begin` is called.
  func add(_ call: Call, _ lookup: @escaping Operation.Lookup, in context: Context) throws {
    let store = try context.store
    let key = ObjectIdentifier(store)
    lines.withLock { lines in
      lines[key, default: Line(store: store)].waiting.append(Waiting(call: call, lookup: lookup, context: context))
    }
    call.onCancel { [self] in
      let isTakenBack = lines.withLock { lines in
        guard let place = lines[key]?.waiting.firstIndex(where: { $0.call === call }) else { return false }
        lines[key]?.waiting.remove(at: place)
        return true
      }
      if isTakenBack { call.finish(.failure(ServedCalls.cancelled)) }
    }
  }

  /// Has what waits looked up, unless enough is under way: then it is looked up next.
  func begin() {
    let due = lines.withLock { lines -> [(ObjectIdentifier, Int)] in
      guard !lines.isEmpty else { return [] }
      let nowNs = DispatchTime.now().uptimeNanoseconds
      return lines.compactMap { key, line in
        let usual = line.begun.values.count { nowNs < $0 + Self.usualNs }
        guard !line.waiting.isEmpty, usual < Self.groups, line.begun.count < Self.mostGroups else { return nil }
        let group = line.lastGroup + 1
        lines[key]?.lastGroup = group
        lines[key]?.begun[group] = nowNs
        return (key, group)
      }
    }
    for (key, group) in due { crew.add { [self] in lookUp(key, group) } }
  }

  /// Looks up what waits, until nothing does.
  private func lookUp(_ key: ObjectIdentifier, _ group: Int) {
    while let (store, taken) = take(key, group) {
      let wanted = taken.filter { !$0.call.isCancelled }
      store.readAndWait(each: wanted.map(\.lookup)) { index, outcome in
        let waiting = wanted[index]
        waiting.call.finish(Service.answer(in: waiting.context) { _ in try outcome.get() })
      }
    }
  }

  /// Takes what waits for a group that is there to look it up; with nothing left the group is over.
  private func take(_ key: ObjectIdentifier, _ group: Int) -> (Store, [Waiting])? {
    let nowNs = DispatchTime.now().uptimeNanoseconds
    return lines.withLock { lines in
      guard let line = lines[key], !line.waiting.isEmpty else {
        lines[key]?.begun[group] = nil
        if lines[key]?.begun.isEmpty == true { lines[key] = nil }
        return nil
      }
      lines[key]?.begun[group] = nowNs
      lines[key]?.waiting.removeFirst(min(line.waiting.count, Self.mostAtOnce))
      return (line.store, Array(line.waiting.prefix(Self.mostAtOnce)))
    }
  }
}
