import HomeworkModel
import HomeworkPlay
import HomeworkStore
import Testing

@Suite struct `A long live attempt` {
  /// Counted in steps of the database's virtual machine, which include all reads and writes.
  @Test func `costs the same for each answer more`() throws {
    // A running clock would be recorded once a minute.
    let store = try Store.inMemory(
      options: StoreOptions(clock: { Timestamp(millisecondsSince1970: 1_767_225_600_000) }))
    let question = QuestionDraft(prompt: "A half of a half?", body: .mcq(options: ["1/4", "1"], correctIndex: 0))
    let draft = HomeworkDraft(title: "t", quiz: QuizDraft(questions: Array(repeating: question, count: 200)))
    let homework = try store.writeAndWait { try $0.addHomework(draft) }
    let live = try LiveAttempt.openAndWait(homework: homework.id, in: store, clock: .standing(atMs: 0))
    try live.startAndWait(homework.id)
    let costs = try (0..<200).map { index in
      let before = try store.readAndWait { $0.stepsTaken }
      try live.settleAndWait(index % 7 == 6 ? .skip : .choice(0))
      return try store.readAndWait { $0.stepsTaken } - before
    }
    // The start reads the first eight questions, and every eighth answer reads the next eight.
    for (isSkip, isReading) in [(false, false), (true, false), (false, true), (true, true)] {
      let indexes = (1..<200).filter { ($0 % 7 == 6) == isSkip && ($0 % 8 == 0) == isReading }
      let slopes = Set(zip(indexes, indexes.dropFirst()).map { Double(costs[$1] - costs[$0]) / Double($1 - $0) })
      #expect(slopes.count == 1 && slopes.allSatisfy { 0...100 ~= $0 }, "\(slopes)")
    }
  }
}
