import Foundation
import HomeworkStore
import HomeworkSystem
import Synchronization
import Testing

@Suite struct `A lending pool` {
  /// Tracks which names are open, and fails if one is opened twice.
  private final class World: Sendable {
    private let state = Guarded((open: Set<String>(), opened: 0, most: 0, rested: [String]()))

    var open: Set<String> { state.withLock { $0.open } }
    var opened: Int { state.withLock { $0.opened } }
    var rested: [String] { state.withLock { $0.rested } }

    func open(_ name: String) -> String {
      state.withLock { state in
        #expect(state.open.insert(name).inserted, "\(name) is opened twice")
        state.opened += 1
      }
      return name
    }

    func close(_ name: String) { state.withLock { #expect($0.open.remove(name) != nil, "\(name) is closed twice") } }
    func rest(_ name: String) { state.withLock { $0.rested.append(name) } }

    func pool(limit: Int, ready: Int = 100) -> LendingPool<String> {
      LendingPool(limit: limit, readyLimit: ready, rest: { self.rest($0) }, close: { self.close($0) })
    }
  }

  private struct Refusal: Error {}

  @Test func `opens a name once for concurrent requests`() {
    let world = World()
    let pool = world.pool(limit: 3)
    DispatchQueue.concurrentPerform(iterations: 64) { number in
      let loan = pool.loan("\(number % 3)") { world.open("\(number % 3)") }
      #expect(loan.value == "\(number % 3)")
    }
    #expect(world.opened == 3)
    let figures = pool.figures
    #expect((figures.open, figures.inUse) == (3, 0))
    #expect((figures.opened, figures.closed) == (3, 0))
  }

  /// A call gives its library back an instant after its answer, and the next one may be to delete it.
  @Test func `waits for a return up to its timeout`() throws {
    let world = World()
    let pool = world.pool(limit: 2)
    var loan: LendingPool<String>.Loan? = pool.loan("a") { world.open("a") }
    #expect(pool.whileClosed("a") { true } == nil)
    #expect(pool.whileClosed("a", within: .milliseconds(1)) { true } == nil)
    let (begun, done) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let result = Guarded<Bool?>(nil)
    Thread.detachNewThread {
      begun.signal()
      let closed = pool.whileClosed("a", within: .seconds(60)) { world.open.isEmpty }
      result.withLock { $0 = closed }
      done.signal()
    }
    begun.wait()
    #expect(loan?.value == "a")
    loan = nil
    done.wait()
    #expect(result.withLock { $0 } == true)
  }

  @Test func `never closes a value in use, and never opens one before it is closed`() {
    let world = World()
    let pool = world.pool(limit: 2)
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for round in 0..<500 {
        let name = "\((round * 7 + thread * 3) % 9)"
        let loan = pool.loan(name) { world.open(name) }
        #expect(world.open.contains(loan.value))
        withExtendedLifetime(loan) {}
      }
    }
    // Values given back over the limit are closed in the background.
    #expect(pool.whileClosed("none") { true } == true)
    let figures = pool.figures
    #expect(figures.inUse == 0)
    #expect(figures.opened == world.opened)
  }

  @Test func `lets each caller retry a failed open`() async {
    let world = World()
    let pool = world.pool(limit: 1)
    let tries = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      #expect(throws: Refusal.self) {
        try pool.loan("a") {
          tries.add(1, ordering: .relaxed)
          throw Refusal()
        }
      }
    }
    let count = tries.load(ordering: .relaxed)
    #expect(count == 8)
    #expect(pool.figures.open == 0)
    #expect(pool.loanIfOpen("a") == nil)
  }

  @Test func `blocks others during exclusive use, and never revokes a loan`() throws {
    let world = World()
    let pool = world.pool(limit: 4)
    let loan = pool.loan("a") { world.open("a") }
    #expect(pool.whileClosed("a") { true } == nil)
    #expect(loan.value == "a")
    var other: LendingPool<String>.Loan? = pool.loan("b") { world.open("b") }
    withExtendedLifetime(other) {}
    other = nil
    let begun = DispatchSemaphore(value: 0)
    let ended = DispatchSemaphore(value: 0)
    let isOver = Atomic(false)
    let result = pool.whileClosed("b") { () -> Bool in
      #expect(!world.open.contains("b"))
      Thread.detachNewThread {
        begun.signal()
        // Waits until no other caller has it exclusively.
        _ = pool.loan("b") { world.open("b") }
        let wasOver = isOver.load(ordering: .acquiring)
        #expect(wasOver)
        ended.signal()
      }
      begun.wait()
      isOver.store(true, ordering: .releasing)
      return true
    }
    #expect(result == true)
    ended.wait()
    #expect(world.opened == 3)
  }

  @Test func `rests values after others were requested`() {
    let world = World()
    let pool = world.pool(limit: 9, ready: 2)
    for name in ["a", "b", "a", "c", "a", "b"] { _ = pool.loan(name) { world.open(name) } }
    #expect(world.rested == ["b", "c"])
  }
}
