import Foundation
import HomeworkAPI
import HomeworkModel
import HomeworkService
import HomeworkTestKit
import Testing

@Suite struct `A result` {
  @Test func `uses every listed shape, and no other`() {
    var named: Set<String> = []
    func walk(_ value: JSONValue) {
      switch value {
      case .object(let members):
        if let reference = members["$ref"]?.string { named.insert(String(reference.split(separator: "/").last ?? "")) }
        members.values.forEach(walk)
      case .array(let items): items.forEach(walk)
      default: break
      }
    }
    let document = OpenRPC.document
    walk(document)
    guard case .object(let schemas)? = document["components"]?["schemas"] else { return #expect(Bool(false)) }
    #expect(named.subtracting(RPCError.Name.allCases.map(\.rawValue)) == Set(schemas.keys))
  }
}

@Suite struct `A page` {
  @Test func `continues where the previous one ended`() throws {
    let bench = try Bench()
    for number in 1...5 { _ = try bench.call("homework.add", ["title": .string("\(number)")]) }
    let titles = try pages(of: "homework.list", bench).map { $0["title"]?.string }
    #expect(titles == ["5", "4", "3", "2", "1"])
  }

  @Test func `of attempts continues where the previous one ended`() throws {
    let bench = try Bench()
    let id = try #require(bench.call("homework.add", ["title": "t", "quiz": everyKind])["id"])
    var started: [JSONValue?] = []
    for _ in 1...5 {
      let attempt = try #require(bench.call("attempt.start", ["homeworkId": id])["id"])
      _ = try bench.call("attempt.abandon", ["attemptId": attempt])
      started.insert(attempt, at: 0)
    }
    #expect(try pages(of: "attempt.list", bench).map { $0["id"] } == started)
    #expect(bench.refusal(of: "attempt.list", ["after": "nowhere"])?.name == .invalid)
    #expect(bench.refusal(of: "attempt.list", ["limit": 0])?.name == .invalid)
    #expect(try bench.call("attempt.list", ["state": "completed"])["items"] == [])
  }

  private func pages(of method: String, _ bench: Bench) throws -> [JSONValue] {
    var items: [JSONValue] = []
    var after: JSONValue?
    repeat {
      let page = try bench.call(method, ["limit": 2, "after": after ?? .null])
      items += page["items"]?.array ?? []
      after = page["next"]
    } while after != nil
    return items
  }
}

/// A flame at every third consecutive right answer.
let mine = """
  {"flame": {"$type": "transition", "$value": {"duration": {"value": 800, "unit": "ms"}, \
  "delay": {"value": 0, "unit": "ms"}, "timingFunction": [0, 0, 0.58, 1]}, \
  "$extensions": {"org.hwdb.animation": {"on": {"fact": "answerSettled", "streak": {"every": 3}}}}}}
  """
