import HomeworkMotion
import HomeworkReports
import HomeworkStore
import HomeworkTestKit
import Testing

@Suite struct `The survival table of a store` {
  /// The contents of each table, in the terms of the survival table.
  private static let fields: [String: [FieldName]] = [
    "learner": [.learners], "erasure": [.learners], "homework": [.homework, .deletion], "picture": [.homework],
    "collection": [.collections], "quiz": [.quiz], "question": [.quiz], "attempt": [.attempts],
    "answer": [.answers], "completion": [.progress], "ledger": [.ledger, .total, .progress],
    "moment": [.firstCapture, .achievements, .milestones], "event": [.events], "request": [.replies],
    "copy": [.events],
    "change": [.events], "grading": [.answers], "regrading": [.answers],
  ]
  /// An index of homework, facts about the schema, and who may come in from other machines and what a library
  /// allows: no fields of a program.
  private static let derived = ["homework_search", "schema_migration", "sqlite_", "setting"]

  @Test func `has a row for every table, and no others`() throws {
    let directory = TemporaryDirectory()
    _ = try Store.openAndWait(path: directory.path("x.sqlite"))
    let connection = try Connection(path: directory.path("x.sqlite"), access: .readOnly)
    let tables = try connection.all("SELECT name FROM sqlite_schema WHERE type = 'table'") { $0.text(0) }
      .filter { table in !Self.derived.contains { table.hasPrefix($0) } }
    #expect(Set(tables) == Set(Self.fields.keys))
    let held = Set(Self.fields.values.joined())
    #expect(held == Set(SurvivalTable.fields.filter { $0.owner == .store }.map(\.name)))
    for field in SurvivalTable.fields where field.owner == .store {
      #expect(field.kind == (field.name == .total ? .derived : .persisted))
    }
  }
}
