import Foundation
import HomeworkScenarios
import HomeworkStore

/// Makes the disk fail at each of its operations, once or permanently, in every way in which disks fail.
public struct ErrorLadder: Sendable {
  /// SQLite's extended result codes: SQLITE_IOERR_WRITE, SQLITE_FULL, SQLITE_IOERR_FSYNC.
  private static let (writeError, full, fsyncError): (Int32, Int32, Int32) = (778, 13, 1034)

  private static let faults: [(String, FaultyDisk.Fault)] = [
    ("EIO once", .failOnce(code: writeError)), ("EIO from then on", .fail(code: writeError)),
    ("ENOSPC once", .failOnce(code: full)), ("ENOSPC from then on", .fail(code: full)),
    ("a short write", .shortWrite(code: writeError)), ("fsync fails once", .failOnce(code: fsyncError)),
  ]

  private let work: Work
  private let mostPoints: Int

  /// - Parameter mostPoints: the maximum number of operations, evenly spaced; all of them by default.
  public init(_ work: Work, atMost mostPoints: Int = .max) {
    (self.work, self.mostPoints) = (work, mostPoints)
  }

  public func run() throws -> Tally {
    var tally = Tally("errors, \(work.name)")
    let bench = try Bench()
    try work.prepare(bench.database)
    let before = try bench.files()
    let count = try operations(at: bench)
    for number in stride(from: 1, through: count, by: count / mostPoints + 1) {
      tally.points += 1
      for (name, fault) in Self.faults {
        try bench.put(before)
        var promised: [String] = []
        do {
          let disk = FaultyDisk()
          disk.arm(fault, atOperation: number)
          var options = StoreOptions()
          options.disk = disk.vfs
          // If opening already fails, nothing was promised.
          try? work.act(bench.database, options) { promised.append($0) }
        }
        tally.add(
          Oracle(work: work).verdict(at: bench.database, promised: promised), "\(name) at operation \(number)")
      }
    }
    return tally
  }

  private func operations(at bench: Bench) throws -> Int {
    let disk = FaultyDisk()
    var options = StoreOptions()
    options.disk = disk.vfs
    try work.act(bench.database, options) { _ in }
    return disk.operationCount
  }
}

/// Kills the process, with a real SIGKILL, at each of its disk operations.
public struct KillLadder {
  /// The argument that makes an executable the process to kill.
  public static let argument = "strike"

  private let work: Work
  private let worker: String
  private let stride: Int

  /// - Parameter worker: an executable that calls `serve`.
  public init(_ work: Work, worker: String, every stride: Int = 1) {
    (self.work, self.worker, self.stride) = (work, worker, stride)
  }

  /// Runs the process to kill: `strike NAME PATH OPERATION`.
  public static func serve(_ arguments: [String]) throws {
    guard arguments.count == 3, let work = Work.named(arguments[0]), let number = Int(arguments[2]) else { return }
    let disk = FaultyDisk()
    disk.arm(.kill, atOperation: number)
    var options = StoreOptions()
    options.disk = disk.vfs
    try work.act(arguments[1], options) { FileHandle.standardOutput.write(Data("\($0)\n".utf8)) }
  }

  public func run() throws -> Tally {
    var tally = Tally("SIGKILL, \(work.name)")
    let bench = try Bench()
    try work.prepare(bench.database)
    let before = try bench.files()
    var number = 1
    while true {
      try bench.put(before)
      let process = Process()
      process.executableURL = URL(fileURLWithPath: worker)
      process.arguments = [Self.argument, work.name, bench.database, String(number)]
      let output = Pipe()
      process.standardOutput = output
      try process.run()
      let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
      process.waitUntilExit()
      let promised = text.split(separator: "\n").map(String.init)
      tally.add(
        Oracle(work: work).verdict(at: bench.database, promised: promised), "killed at operation \(number)")
      // The process has finished: there are no more operations.
      guard process.terminationReason == .uncaughtSignal, process.terminationStatus == SIGKILL else { return tally }
      tally.points += 1
      number += stride
    }
  }
}

/// Deliberate mistakes. If one is not found, real ones would not be either.
public enum Controls {
  /// Each control, the cheapest first.
  public static let all: [(name: String, isCaught: @Sendable (_ seed: UInt64) throws -> Bool)] = [
    ("an attempt and its progress in two transactions", { _ in try halfAFinishIsFound() }),
    ("synchronous=OFF", { try !PowerLoss(Work.answers, ignoresSyncs: true, seed: $0).run().isSound }),
    (
      "synchronous=NORMAL",
      {
        var normal = StoreOptions()
        normal.durability = .normal
        return try PowerLoss(Work.answers, options: normal, seed: $0).run().lost > 0
      }
    ),
  ]

  /// Returns whether the state on disk between the two transactions is caught.
  private static func halfAFinishIsFound() throws -> Bool {
    let bench = try Bench()
    try Work.finish.prepare(bench.database)
    let connection = try Connection(path: bench.database, access: .readWrite)
    try connection.execute("UPDATE attempt SET state = 'completed', finished_at_ms = 0")
    return Oracle(work: Work.finish).verdict(at: bench.database, promised: []) != nil
  }
}
