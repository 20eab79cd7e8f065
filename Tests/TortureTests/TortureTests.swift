import HomeworkTestKit
import HomeworkTorture
import Testing

@Suite struct `What is promised` {
  @Test(arguments: Work.all.map(\.name)) func `is kept wherever the power goes`(name: String) throws {
    let tally = try PowerLoss(try #require(Work.named(name)), every: 7, seed: 1).run()
    #expect(tally.isSound, "\(tally.example ?? "")")
    #expect(tally.points > 1 && tally.states >= tally.points)
  }

  @Test(arguments: Work.all.map(\.name)) func `is kept wherever the disk fails`(name: String) throws {
    let tally = try ErrorLadder(try #require(Work.named(name)), every: 13).run()
    #expect(tally.isSound, "\(tally.example ?? "")")
    #expect(tally.points > 1)
  }

  @Test(arguments: Work.all.map(\.name)) func `is kept wherever the process is killed`(name: String) throws {
    let tally = try KillLadder(try #require(Work.named(name)), worker: ThisPackage.binary("hwdb-torture"), every: 11)
      .run()
    #expect(tally.isSound, "\(tally.example ?? "")")
    #expect(tally.points > 1)
  }

  @Test func `is found broken where it is broken on purpose`() throws {
    for (name, isCaught) in try Controls.run(seed: 1) { #expect(isCaught, "\(name)") }
  }
}

@Suite struct `A damaged file` {
  @Test func `is never read as something else without a word`() throws {
    let outcome = try CorruptionLadder(flipsPerPage: 2, seed: 1).run()
    #expect(outcome.silent == 0, "\(outcome.example ?? "")")
    #expect(outcome.detected > outcome.tried / 4)
    #expect(outcome.detected >= outcome.detectedWithoutChecksums)
  }
}

@Suite struct `The daemon in a storm` {
  @Test func `keeps what it has acknowledged, once, however often it is killed`() throws {
    let outcome = try KillStorm(daemon: ThisPackage.binary("hwdbd"), clients: 8, kills: 12).run()
    #expect(outcome.wrong.isEmpty, "\(outcome.wrong.prefix(5))")
    #expect(outcome.kills == 12 && outcome.acknowledged > 0)
  }

  @Test func `serves the others, and keeps neither memory nor descriptors of clients without manners`() throws {
    let outcome = try ClientStorm(daemon: ThisPackage.binary("hwdbd"), rounds: 8).run()
    #expect(outcome.isSound, "\(outcome)")
  }
}
