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
    func due(_ params: JSONValue = ["learnerId": "ada"]) throws -> JSONValue { try call("review.due", params) }
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
    #expect(try service.call(Methods.reviewDue, DueAsking(), in: CallScope(learner: "Ada")).total == 2)
    #expect(try service.call(Methods.reviewDue, DueAsking()).nextDueAt == nil)
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
