import HomeworkAPI
import HomeworkModel
import HomeworkService
import HomeworkStore
import HomeworkSystem
import Testing

@Suite struct `The list of due questions` {
  private final class Clock: Sendable {
    let nowMs = Guarded<Int64>(1_767_225_600_000)
  }

  private let clock = Clock()
  private let service: Service

  init() throws {
    let clock = clock
    let options = StoreOptions(clock: { Timestamp(millisecondsSince1970: clock.nowMs.withLock { $0 }) })
    service = Service(database: "") { () throws(StoreError) in try Store.inMemory(options: options) }
  }

  private func call(_ method: String, _ params: JSONValue = [:]) throws -> JSONValue {
    try service.call(method, params).get().value
  }

  private func faults(_ params: JSONValue) -> [String]? {
    guard case .failure(let error) = service.call("review.due", params), error.name == .invalidParams else {
      return nil
    }
    return error.faults
  }

  @Test func `counts by assignment, by the service's clock, for each learner separately`() throws {
    #expect(try call("review.due") == ["homework": [], "total": 0])
    let id = try #require(call("homework.add", ["title": "Fractions", "quiz": everyKind])["id"])
    _ = try call("learner.add", ["name": "Ada"])
    let attempt = try #require(call("attempt.start", ["homeworkId": id, "learnerId": "Ada"])["id"])
    for response in ["A", "five"] as [JSONValue] {
      _ = try call("attempt.answer", ["attemptId": attempt, "response": response])
    }
    // Wrong answers are due after a day, right ones after two.
    func due(_ params: JSONValue = ["learnerId": "ada", "utcOffsetMinutes": 0]) throws -> JSONValue {
      try call("review.due", params)
    }
    func row(_ count: Int64, next: String? = nil) -> JSONValue {
      let row: JSONValue = ["homeworkId": id, "title": "Fractions", "due": .int(count)]
      return ["homework": [next.map { row.with("nextDueAt", .string($0)) } ?? row], "total": .int(count)]
    }
    #expect(try due() == row(0, next: "2026-01-02T00:00:00.000Z"))
    for (days, count) in [(1, 1), (1, 2), (400, 2)] as [(Int64, Int64)] {
      clock.nowMs.withLock { $0 += days * 86_400_000 - 1 }
      #expect(try count == 1 ? due() == row(0, next: "2026-01-02T00:00:00.000Z") : true)
      clock.nowMs.withLock { $0 += 1 }
      #expect(try due() == row(count))
    }
    #expect(try due([:]) == ["homework": [], "total": 0])
    #expect(try service.call(Methods.reviewDue, DueReviewsParams(), as: "Ada").total == 2)
    #expect(try service.call(Methods.reviewDue, DueReviewsParams()).nextDueAt == nil)
  }

  @Test func `counts a question from 00:00 of its day where the learner is, and the days to come`() throws {
    let id = try #require(call("homework.add", ["title": "Fractions", "quiz": everyKind])["id"])
    let attempt = try #require(call("attempt.start", ["homeworkId": id])["id"])
    // At midnight of 1 January in UTC: due a day later, and two days later.
    for response in ["A", "five"] as [JSONValue] {
      _ = try call("attempt.answer", ["attemptId": attempt, "response": response])
    }
    func due(_ hours: Double, _ offset: Int64) throws -> JSONValue? {
      clock.nowMs.withLock { $0 = 1_767_225_600_000 + Int64(hours * 3_600_000) }
      return try call("review.due", ["utcOffsetMinutes": .int(offset)])["total"]
    }
    for (offset, first, second) in [(0, 24.0, 48.0), (-300, 5, 29), (60, 23, 47), (330, 18.5, 42.5), (-1080, 18, 42)]
      as [(Int64, Double, Double)]
    {
      #expect(try due(first - 0.001, offset) == 0 && due(first, offset) == 1, "\(offset)")
      #expect(try due(second - 0.001, offset) == 1 && due(second, offset) == 2, "\(offset)")
    }
    _ = try due(0, 0)
    let week = try call("review.due", ["utcOffsetMinutes": 0, "next": 4])
    let days = [("2026-01-01", 0), ("2026-01-02", 1), ("2026-01-03", 1), ("2026-01-04", 0)] as [(String, Int64)]
    #expect(week["days"]?.array == days.map { ["day": .string($0), "due": .int($1)] })
    // Overdue questions count as of today.
    _ = try due(24 * 10, 0)
    #expect(try call("review.due", ["utcOffsetMinutes": 0, "next": 2])["days"]?.array?.map { $0["due"] } == [2, 0])
    _ = try due(28.9, -300)
    #expect(try call("review.start", ["utcOffsetMinutes": -300])["questionCount"] == 1)
    for (key, value) in [("utcOffsetMinutes", 1081), ("next", 0), ("next", 366)] as [(String, Int64)] {
      guard case .failure(let error) = service.call("review.due", [key: .int(value)]) else {
        Issue.record("\(key) \(value) is accepted")
        continue
      }
      #expect([.invalid, .invalidParams].contains(error.name) && error.message.contains(key), "\(error)")
    }
  }

  @Test func `rejects an invalid retention and an unknown learner`() throws {
    for (given, told) in [(.int(0), "0.0"), (.int(1), "1.0"), (.double(-0.5), "-0.5"), (.double(1.5), "1.5")]
      as [(JSONValue, String)]
    {
      #expect(faults(["retention": given]) == ["retention: must be above 0 and below 1, not \(told)"])
    }
    #expect(faults(["retention": "0.9"]) == ["retention: must be of type number"])
    #expect(try call("review.due", ["retention": .null]) == call("review.due", ["retention": .double(0.0001)]))
    guard case .failure(let error) = service.call("review.due", ["learnerId": "Eve"]) else {
      return #expect(Bool(false))
    }
    #expect(error.name == .notFound)
  }
}
