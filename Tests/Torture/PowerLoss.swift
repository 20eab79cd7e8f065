import Foundation
import HomeworkModel
import HomeworkMotion
import HomeworkScenarios
public import HomeworkStore

/// Cuts the power after each disk operation: any unsynced write may be there, missing, or half done.
public struct PowerLoss: Sendable {
  /// Up to this many unsynced operations every subset is tried; beyond that, a sample.
  private static let exhaustive = 4
  private static let samples = 6

  private let work: Work
  private let options: StoreOptions
  private let ignoresSyncs: Bool
  private let seed: UInt64
  private let mostPoints: Int

  /// - Parameters:
  ///   - options: the store's options; deliberate mistakes, for controls.
  ///   - ignoresSyncs: whether the disk lies about syncs, as with `synchronous=OFF`.
  ///   - mostPoints: the maximum number of operations, evenly spaced, after which to cut; always includes the last one.
  public init(
    _ work: Work, options: StoreOptions = StoreOptions(), ignoresSyncs: Bool = false, atMost mostPoints: Int = .max,
    seed: UInt64
  ) {
    (self.work, self.options, self.ignoresSyncs) = (work, options, ignoresSyncs)
    (self.mostPoints, self.seed) = (mostPoints, seed)
  }

  public func run() throws -> Tally {
    var tally = Tally("power loss, \(work.name)")
    let bench = try Bench()
    try work.prepare(bench.database)
    let before = try bench.files()
    let disk = FaultyDisk(records: true)
    if ignoresSyncs { disk.ignoreSyncs() }
    var options = options
    options.disk = disk.vfs
    var promised: [(at: Int, String)] = []
    do {
      try work.act(bench.database, options) { promised.append((disk.operations(on: before).count, $0)) }
    }
    let operations = disk.operations(on: before)
    var random = SplitMix64(seed: seed, skipping: 0)
    let step = operations.count / mostPoints + 1
    for count in Array(stride(from: 0, to: operations.count, by: step)) + [operations.count] {
      tally.points += 1
      let prefix = Array(operations.prefix(count))
      let acknowledged = promised.filter { $0.at <= count }.map(\.1)
      for fates in fates(of: prefix, &random) {
        var left = fates[...]
        let image = DiskImage(prefix, on: before) { _ in left.popFirst() ?? .kept }
        try bench.put(renamed(image.files, isDone: count >= promised.first?.at ?? .max))
        tally.add(
          Oracle(work: work).verdict(at: bench.database, promised: acknowledged),
          "after operation \(count) of \(operations.count), \(fates), seed \(seed)")
      }
    }
    return tally
  }

  /// Returns the fates to try for the unsynced operations.
  private func fates(of operations: [DiskOperation], _ random: inout SplitMix64) -> [[DiskImage.Fate]] {
    let open = DiskImage.unsynced(operations).map { operations[$0] }
    let torn = [open.map { DiskImage.Fate.torn(for: $0, &random) }]
    guard open.count > Self.exhaustive else {
      return (0..<(1 << open.count)).map { bits in open.indices.map { bits >> $0 & 1 == 1 ? .kept : .dropped } }
        + (open.isEmpty ? [] : torn)
    }
    return [open.map { _ in .dropped }, open.map { _ in .kept }] + torn
      + (0..<Self.samples).map { _ in open.map { .drawn(for: $0, &random) } }
  }

  /// Gives a copy its final name once all of it is synced, and drops it until then: no process reads it before.
  private func renamed(_ files: [String: [UInt8]], isDone: Bool) -> [String: [UInt8]] {
    // Temporary files have no name, and cannot be found again.
    var files = files.filter { !$0.key.isEmpty }
    guard let beside = work.beside else { return files }
    for (path, bytes) in files where path.contains("\(beside).partial-") {
      files[path] = nil
      if isDone, !path.hasSuffix("-journal"), let end = path.range(of: ".partial-") {
        files[String(path[..<end.lowerBound])] = bytes
      }
    }
    return files
  }
}
