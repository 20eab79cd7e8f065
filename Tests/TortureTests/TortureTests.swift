import CHomeworkSQLite
import HomeworkTestKit
import HomeworkTorture
import Testing

@Suite struct `Every promise` {
  /// Recording answers is the most important promise.
  private static let names = Set(["recording answers"] + Sampling.part(Work.all.map(\.name), oneIn: 16)).sorted()

  @Test(arguments: names) func `is kept wherever the power fails`(name: String) throws {
    let tally = try PowerLoss(try #require(Work.named(name)), atMost: 16, seed: 1).run()
    #expect(tally.isSound, "\(tally.example ?? "")")
    #expect(tally.points > 1 && tally.states >= tally.points)
  }

  @Test(arguments: names) func `is kept wherever the disk fails`(name: String) throws {
    let tally = try ErrorLadder(try #require(Work.named(name)), atMost: 10).run()
    #expect(tally.isSound, "\(tally.example ?? "")")
    #expect(tally.points > 1)
  }

  @Test(arguments: names) func `is kept wherever the process is killed`(name: String) throws {
    let tally = try KillLadder(try #require(Work.named(name)), worker: ThisPackage.binary("hwdb-torture"), every: 11)
      .run()
    #expect(tally.isSound, "\(tally.example ?? "")")
    #expect(tally.points > 1)
  }

  @Test func `is seen to break after a deliberate mistake`() throws {
    for control in Sampling.part(Controls.all, oneIn: 3) { #expect(try control.isCaught(1), "\(control.name)") }
  }
}

@Suite struct `A log that two processes write and move` {
  typealias Part = Interleaving.Part

  /// Whether this SQLite has the bug that `Connection.checkpoint` avoids.
  private static let isAffected: Bool = {
    let version = Int(sqlite3_libversion_number())
    return version < 3_044_006 || (3_045_000..<3_050_007).contains(version)
      || (3_051_000..<3_051_003).contains(version)
  }()

  @Test(arguments: [true, false])
  func `loses nothing, wherever one of them is interrupted`(isMoved: Bool) throws {
    let interleaving = try Interleaving(worker: ThisPackage.binary("hwdb-torture"))
    for part in [.write, .move, .empty, .visit, .leave] as [Part] {
      for disturbance in [[.write], [.move, .write], [.empty, .write, .write], [.visit, .move, .visit]] as [[Part]] {
        let outcome = try interleaving.run(part, disturbedBy: disturbance, isMoved: isMoved)
        #expect(outcome.wrong.isEmpty && outcome.steps > 4, "\(outcome)")
      }
    }
  }

  /// Otherwise the test above could not find anything.
  @Test func `loses rows if SQLite up to 3.51.2 moves it by itself`() throws {
    let interleaving = try Interleaving(worker: ThisPackage.binary("hwdb-torture"), patienceMs: 2000)
    let outcome = try interleaving.run(.movePlainly, disturbedBy: [.write], isMoved: true)
    #expect(outcome.wrong.isEmpty != Self.isAffected, "\(outcome)")
  }
}

@Suite(.enabled(if: Machine.hasProcesses, "there is no /proc")) struct `A file shared by a daemon and other processes` {
  @Test func `is sound, and keeps what each process has acknowledged`() throws {
    let outcome = try SharedStorm(daemon: ThisPackage.binary("hwdbd"), seconds: 4).run()
    #expect(outcome.wrong.isEmpty, "\(outcome)")
    #expect(outcome.byDaemon > 0 && outcome.byProcesses > 0 && outcome.checkpoints > 0, "\(outcome)")
  }
}

@Suite struct `A damaged file` {
  @Test func `is never silently misread, and ends no process`() throws {
    let damage = try Damage(worker: ThisPackage.binary("hwdb-torture"))
    let outcome = damage.run(seed: UInt64(Sampling.seed.magnitude), flipsPerPage: 1)
    #expect(outcome.isSound, "\(Sampling.seed): \(outcome)")
    #expect(outcome.refused > outcome.tried / 4)
  }

  /// A share of the bytes; `make torture` tries all of them.
  @Test func `is refused wherever one of its bytes has changed`() throws {
    let outcome = try Damage(worker: ThisPackage.binary("hwdb-torture"))
      .everyByte(every: Sampling.isAll ? 577 : 10_007, from: Sampling.seed)
    #expect(outcome.isSound, "\(outcome)")
    #expect(outcome.refused > outcome.tried / 8)
  }
}

@Suite(.enabled(if: Machine.hasProcesses, "there is no /proc")) struct `The daemon in a storm of clients` {
  @Test func `keeps what it has acknowledged, once, however often it is killed`() throws {
    let outcome = try KillStorm(daemon: ThisPackage.binary("hwdbd"), clients: 8, kills: 12).run()
    #expect(outcome.wrong.isEmpty, "\(outcome.wrong.prefix(5))")
    #expect(outcome.kills == 12 && outcome.acknowledged > 0)
  }

  @Test func `serves the other clients, and leaks no memory or descriptors to misbehaving ones`() throws {
    let outcome = try ClientStorm(daemon: ThisPackage.binary("hwdbd"), rounds: 8).run()
    #expect(outcome.isSound, "\(outcome)")
  }

  @Test func `serves a well-behaved client among many others, and returns to its initial state`() throws {
    // `make torture` runs ten minutes against the real goals.
    let outcome = try MixedStorm(daemon: ThisPackage.binary("hwdbd"), seconds: 3, seed: 1).run()
    // A reader that was not needed before holds the file and its log open.
    #expect(outcome.isSound(growthMB: 64, p99Ms: 2000, moreDescriptors: 12), "\(outcome)")
    #expect(outcome.connections > 64 && outcome.pings > 10)
  }
}
