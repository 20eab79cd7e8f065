import Foundation
import HomeworkModel
import HomeworkMotion
import HomeworkStore

/// Bits that turn, pages that are zeroed or change places, and a log that is cut: a wrong score, star or progress is never
/// read without an error, or a word of `check`.
public struct CorruptionLadder: Sendable {
  public struct Outcome: Sendable {
    public internal(set) var tried = 0
    /// Read as before: nothing that is told had changed.
    public internal(set) var harmless = 0
    /// Refused, or found by `check`.
    public internal(set) var detected = 0
    /// The same without row checksums.
    public internal(set) var detectedWithoutChecksums = 0
    /// Something else was read than was written, and nothing said so.
    public internal(set) var silent = 0
    public internal(set) var example: String?
  }

  private static let pageSize = 4096

  private let flipsPerPage: Int
  private let seed: UInt64

  public init(flipsPerPage: Int, seed: UInt64) {
    (self.flipsPerPage, self.seed) = (flipsPerPage, seed)
  }

  public func run() throws -> Outcome {
    let place = try Place()
    do {
      let store = try Store.open(path: place.database)
      for number in 0..<6 {
        let homework = try store.addHomework(Work.sample("Page \(number)"))
        let attempt = try store.startAttempt(homework.id)
        for question in 0..<10 { _ = try store.settle(.choice(question % (number + 2) == 0 ? 1 : 0), in: attempt.id) }
        if number != 5 { _ = try store.finishAttempt(attempt.id) }
      }
      try store.checkpoint()
    }
    let whole = try Data(contentsOf: URL(fileURLWithPath: place.database))
    let facts = try Self.facts(of: place)
    var outcome = Outcome()
    var random = SplitMix64(seed: seed, skipping: 0)
    let pages = whole.count / Self.pageSize
    for page in 0..<pages {
      for _ in 0..<flipsPerPage {
        let byte = page * Self.pageSize + Int(random.next() % UInt64(Self.pageSize))
        let bit = UInt8(1 << (random.next() % 8))
        var damaged = whole
        damaged[byte] ^= bit
        try look(damaged, at: place, facts, &outcome, "bit \(bit) of byte \(byte)")
      }
      var zeroed = whole
      zeroed.replaceSubrange(page * Self.pageSize..<(page + 1) * Self.pageSize, with: Data(count: Self.pageSize))
      try look(zeroed, at: place, facts, &outcome, "page \(page) zeroed")
      var swapped = whole
      let (here, there) = (page * Self.pageSize, (page + 1) % pages * Self.pageSize)
      swapped.replaceSubrange(here..<here + Self.pageSize, with: whole[there..<there + Self.pageSize])
      swapped.replaceSubrange(there..<there + Self.pageSize, with: whole[here..<here + Self.pageSize])
      try look(swapped, at: place, facts, &outcome, "page \(page) and the next one swapped")
    }
    return outcome
  }

  private func look(
    _ bytes: Data, at place: Place, _ facts: String, _ outcome: inout Outcome, _ what: String
  ) throws {
    try place.put([place.database: [UInt8](bytes)])
    outcome.tried += 1
    let read = try? Self.facts(of: place)
    let found: [Inconsistency]?
    do { found = try Store.open(path: place.database).check() } catch { found = nil }
    let isSame = read == facts
    // An error is a word, too.
    let isDetected = read == nil || found == nil || found?.isEmpty == false
    let isDetectedWithout = read == nil || found == nil || found?.contains { $0.kind != .checksum } == true
    if isDetected { outcome.detected += 1 } else if isSame { outcome.harmless += 1 }
    if isDetectedWithout { outcome.detectedWithoutChecksums += 1 }
    if !isDetected, !isSame {
      outcome.silent += 1
      if outcome.example == nil { outcome.example = what }
    }
  }

  /// Everything that is told of scores, stars and progress.
  private static func facts(of place: Place) throws -> String {
    let store = try Store.open(path: place.database)
    let earned = try store.earned()
    let sums = try store.statistics()
    var facts = "\(earned) \(sums.correctAnswers) of \(sums.questions), \(sums.longestRun)"
    for homework in try store.homeworkList(limit: 500).items {
      facts += "\n\(homework.id) \(homework.progress)"
      for attempt in try store.attempts(of: homework.id) {
        facts += "\n\(attempt.id) \(attempt.state) \(attempt.score) \(attempt.streak)"
      }
    }
    return facts
  }
}
