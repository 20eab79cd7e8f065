public import HomeworkReports

extension Scenario {
  /// Every order of what its copies do and of their exchanges: each copy keeps the order of its own actions. At the end
  /// all exchange what is left, so that law 7 can be judged.
  ///
  /// Kills and expectations are left out, and waits are the same in all: an order is about what happens before what.
  var interleavings: [Scenario] {
    var threads: [String?: [Statement]] = [:]
    var present: String?
    for statement in statements {
      switch statement.body {
      case .copy(let name): present = name
      case .sync: threads[nil, default: []].append(statement)
      case .action(_, let times):
        var single = statement
        single.makeSingle()
        threads[present, default: []] += Array(repeating: single, count: times)
      case .wait, .kill, .resume, .restart, .expect: break
      }
    }
    let names: [String?] = copies + [nil]
    return Self.merges(names.map { threads[$0] ?? [] }).map { order in
      var scenario = self
      scenario.statements = played(order.map { (names[$0.thread], $0.statement) })
      return scenario
    }
  }

  /// Returns the statements of an order, with those that switch copies.
  private func played(_ order: [(copy: String?, statement: Statement)]) -> [Statement] {
    var statements: [Statement] = []
    func add(_ text: String, _ body: Statement.Body) {
      statements.append(Statement(line: line, text: text, body: body))
    }
    var present: String?
    func turn(to copy: String) {
      guard copy != present else { return }
      add("copy \(copy.quoted)", .copy(name: copy))
      present = copy
    }
    turn(to: copies[0])
    for (copy, statement) in order {
      if let copy { turn(to: copy) }
      statements.append(statement)
      add("wait 100ms", .wait(milliseconds: 100))
    }
    turn(to: copies[0])
    for other in copies.dropFirst() { add("sync \(other.quoted)", .sync(with: other)) }
    return statements
  }

  /// Returns all merges of threads, each of which keeps its order.
  private static func merges(_ threads: [[Statement]]) -> [[(thread: Int, statement: Statement)]] {
    guard threads.contains(where: { !$0.isEmpty }) else { return [[]] }
    return threads.indices.filter { !threads[$0].isEmpty }.flatMap { index in
      var rest = threads
      let first = rest[index].removeFirst()
      return merges(rest).map { [(index, first)] + $0 }
    }
  }
}

extension Explorer {
  /// Explores a scenario, and every order of what its copies do and exchange.
  ///
  /// - Parameter copies: the number of copies that it must have: it is skipped otherwise.
  public func explore(_ scenario: Scenario, ofCopies copies: Int) -> Exploration {
    let found = scenario.copies.count
    guard found == copies else {
      return Exploration(
        name: scenario.name, file: scenario.file, line: scenario.line, pointsKnown: 0,
        skipped: found == 0 ? "it has no copies of the library" : "it has \(found) copies of the library, not \(copies)"
      )
    }
    var exploration = explore(scenario)
    guard exploration.violation == nil, exploration.failures.isEmpty, exploration.skipped == nil else {
      return exploration
    }
    let orders = explore(orders: scenario.interleavings)
    exploration.orders = orders.count
    for order in orders {
      exploration.pointsKnown += order.pointsKnown
      exploration.pointsTried += order.pointsTried
    }
    exploration.violation = orders.lazy.compactMap(\.violation).first
    return exploration
  }
}
