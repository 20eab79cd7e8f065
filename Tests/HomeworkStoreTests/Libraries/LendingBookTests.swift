import HomeworkStore
import Testing

/// Every sequence of actions on three names, up to a length, compared with a list that is searched.
@Suite struct `A lending book` {
  private enum Act: Hashable {
    case ask(String), opened(String), failed(String), giveBack(String), closed(String), claim(String), release(String)
  }

  /// The same rules, in their simplest form.
  private struct Model {
    enum State { case opening, open, closing, claimed }

    let limit: Int
    var states: [String: State] = [:]
    var uses: [String: Int] = [:]
    /// The unused names, longest unused first.
    var idle: [String] = []

    private mutating func close() -> [String] {
      var names: [String] = []
      while states.values.filter({ $0 == .open || $0 == .opening }).count > limit, let name = idle.first {
        idle.removeFirst()
        states[name] = .closing
        names.append(name)
      }
      return names
    }

    mutating func ask(_ name: String) -> LendingBook.Step {
      switch states[name] {
      case .open:
        uses[name, default: 0] += 1
        idle.removeAll { $0 == name }
        return .use
      case nil:
        states[name] = .opening
        return .open(closing: close())
      default: return .wait
      }
    }

    mutating func giveBack(_ name: String) -> [String] {
      uses[name, default: 0] -= 1
      guard uses[name] == 0 else { return [] }
      idle.append(name)
      return close()
    }

    mutating func claim(_ name: String) -> LendingBook.Claim {
      switch states[name] {
      case nil:
        states[name] = .claimed
        return .take(closing: false)
      case .open where uses[name] == 0:
        states[name] = .claimed
        idle.removeAll { $0 == name }
        return .take(closing: true)
      case .open: return .refuse
      default: return .wait
      }
    }
  }

  private let names = ["a", "b", "c"]

  private func possible(_ model: Model) -> [Act] {
    names.flatMap { name -> [Act] in
      let uses = model.uses[name] ?? 0
      return switch model.states[name] {
      case nil: [.ask(name), .claim(name)]
      case .opening: [.ask(name), .claim(name), .opened(name), .failed(name)]
      case .open: [.claim(name)] + (uses < 2 ? [.ask(name)] : []) + (uses > 0 ? [.giveBack(name)] : [])
      case .closing: [.ask(name), .claim(name), .closed(name)]
      case .claimed: [.ask(name), .claim(name), .release(name)]
      }
    }
  }

  /// - Returns: the number of sequences.
  private func play(_ book: LendingBook, _ model: Model, left: Int, after acts: [Act]) -> Int {
    guard left > 0 else { return 1 }
    var count = 0
    for act in possible(model) {
      var (book, model) = (book, model)
      let isSame: Bool
      switch act {
      case .ask(let name): isSame = book.ask(for: name) == model.ask(name)
      case .opened(let name):
        book.hasOpened(name, true)
        (model.states[name], model.uses[name]) = (.open, 1)
        isSame = true
      case .failed(let name):
        book.hasOpened(name, false)
        model.states[name] = nil
        isSame = true
      case .giveBack(let name): isSame = book.giveBack(name) == model.giveBack(name)
      case .closed(let name):
        book.hasClosed(name)
        (model.states[name], model.uses[name]) = (nil, nil)
        isSame = true
      case .claim(let name): isSame = book.claim(name) == model.claim(name)
      case .release(let name):
        book.release(name)
        (model.states[name], model.uses[name]) = (nil, nil)
        isSame = true
      }
      let open = model.states.values.count { $0 == .open || $0 == .opening }
      let used = model.uses.values.count { $0 > 0 }
      guard isSame, book.openCount == open, book.usedCount == used else {
        Issue.record("\(acts + [act])")
        return count
      }
      count += play(book, model, left: left - 1, after: acts + [act])
    }
    return count
  }

  @Test(arguments: [1, 2]) func `opens, closes and refuses like a plain list`(limit: Int) {
    let book = LendingBook(limit: limit, readyLimit: 1)
    #expect(play(book, Model(limit: limit), left: 6, after: []) > 10_000)
  }

  @Test func `closes the name that was unused for longest`() {
    var book = LendingBook(limit: 2, readyLimit: 2)
    for name in ["a", "b"] {
      #expect(book.ask(for: name) == .open(closing: []))
      book.hasOpened(name, true)
    }
    // Given back in the opposite order: the last use counts.
    for name in ["b", "a"] { #expect(book.giveBack(name) == []) }
    #expect(book.ask(for: "c") == .open(closing: ["b"]))
    book.hasOpened("c", true)
    #expect(book.ask(for: "d") == .open(closing: ["a"]))
  }

  @Test func `exceeds its limit for names in use, and returns to it afterwards`() {
    var book = LendingBook(limit: 1, readyLimit: 1)
    for name in names {
      #expect(book.ask(for: name) == .open(closing: []))
      book.hasOpened(name, true)
    }
    #expect(book.openCount == 3)
    #expect(book.giveBack("b") == ["b"])
    #expect(book.giveBack("a") == ["a"])
    #expect(book.giveBack("c") == [])
    #expect((book.openCount, book.usedCount) == (1, 0))
  }

  @Test func `keeps the most recently requested names ready`() {
    var book = LendingBook(limit: 9, readyLimit: 2)
    #expect(book.becomesReady("a") == nil)
    #expect(book.becomesReady("b") == nil)
    #expect(book.becomesReady("a") == nil)
    #expect(book.becomesReady("c") == "b")
    #expect(book.becomesReady("b") == "a")
  }

  /// Every sequence of touches and removals of three names, compared with a list.
  @Test func `tracks the order of any number of touches`() {
    func play(_ recency: Recency, _ list: [String], left: Int) {
      var emptied = recency
      var order: [String] = []
      while let name = emptied.takeOldest() { order.append(name) }
      #expect(order == list)
      #expect(recency.count == list.count)
      guard left > 0 else { return }
      for name in names {
        var (touched, removed) = (recency, recency)
        touched.touch(name)
        removed.remove(name)
        let others = list.filter { $0 != name }
        play(touched, others + [name], left: left - 1)
        play(removed, others, left: left - 1)
      }
    }
    play(Recency(), [], left: 6)
    var recency = Recency()
    for round in 0..<1000 { recency.touch("\(round % 5)") }
    #expect((0..<6).map { _ in recency.takeOldest() } == ["0", "1", "2", "3", "4", nil])
  }
}
