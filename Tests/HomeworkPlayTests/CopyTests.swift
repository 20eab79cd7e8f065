import HomeworkModel
import HomeworkMotion
import HomeworkPlay
import HomeworkStore
import Testing

@Suite struct `A copy of a live attempt` {
  @Test func `shows the same, and continues independently`() throws {
    let store = try Store.inMemory()
    let homework = try store.writeAndWait { try $0.addHomework(.quiz(of: 6)) }
    let live = try LiveAttempt.openAndWait(homework: homework.id, in: store, clock: .standing(atMs: 0))
    try live.startAndWait(homework.id)
    for _ in 0..<4 { try live.settleAndWait(.choice(0)) }
    let copy = live.copy()
    #expect(copy.session == live.session && copy.learnerId == live.learnerId)
    let cues = try store.rehearse { try copy.settleAndWait(.choice(0), atMs: 10).cues }
    #expect(copy.session.questionIndex == 5 && live.session.questionIndex == 4)
    // From the same moment on the same store, both give the same result.
    #expect(try live.settleAndWait(.choice(0), atMs: 10).cues == cues)
    #expect(live.session == copy.session)
    // Ending one does not end the other.
    copy.end()
    #expect(copy.isEnded && !live.isEnded)
  }
}
