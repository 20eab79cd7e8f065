import HomeworkAPI
import HomeworkModel
import HomeworkMotion
import HomeworkReports

extension Scenario {
  /// Returns the mode and point of each kill in the script, in order.
  func kills(default mode: KillMode) -> [(mode: KillMode, point: KillPoint)] {
    statements.compactMap {
      switch $0.body {
      case .kill(let own, let point): (own ?? mode, point)
      case .restart: (mode, .now)
      case .action, .repeat, .wait, .copy, .sync, .resume, .expect: nil
      }
    }
  }

  /// The kill in the first start of a program under test: a script begins with it, and with the resume after it.
  var killOfFirstStart: Statement? {
    guard statements.count > 1, case .kill(_, let point) = statements[0].body, point.isOfProgram,
      case .resume = statements[1].body
    else { return nil }
    return statements[0]
  }

  /// Returns whether a database in memory does not suffice.
  func needsDatabase(default mode: KillMode) -> Bool {
    mode != .simulated || kills(default: mode).contains { $0.mode != .simulated } || reasonForFile(default: mode) != nil
  }

  /// Returns the reason why only a file suffices, and no server; `nil` if any database does.
  func reasonForFile(default mode: KillMode) -> String? {
    for (mode, point) in kills(default: mode) {
      if case .atWrite = point {
        return "kill \(point.words) counts writes to a file: use kill before commit, or --database FILE"
      }
      if mode == .powerLoss { return "kill power-loss needs a file: use --database FILE" }
    }
    return nil
  }

  func reasonAgainst(like profile: ProfileName?) -> String? {
    guard let profile, profile != .states, setup.environment.catalogue.profiles != [profile] else { return nil }
    let own = setup.environment.catalogue.profiles.map(\.rawValue).joined(separator: ", ")
    return "the script uses \(own), but the program is compared with \(profile.rawValue)"
  }

  func reasonAgainst(_ capabilities: AppCapabilities) -> String? {
    let writes = kills(default: .process).map(\.point).filter { if case .atWrite = $0 { true } else { false } }
    if let point = writes.first, !capabilities.kills.contains(.write) {
      return "kill \(point.words) counts writes to a file of hwdb's own: use kill before commit or kill after commit"
    }
    if let kind = setup.quiz?.kinds.first(where: { !capabilities.questions.contains($0) }) {
      return "its quiz has a question of the type \(kind.rawValue), which the program does not declare"
    }
    for statement in statements {
      func reason(_ what: String) -> String { "\"\(statement.text)\" needs \(what)" }
      switch statement.body {
      case .action(let action, _):
        let kind = action.kind
        if action.options != nil, !capabilities.startsWithOptions {
          return reason("a way to start that the program does not declare")
        }
        guard capabilities.actions.contains(kind) else {
          return reason("the action \(kind.rawValue), which the program does not declare")
        }
      case .expect(let expectation):
        guard let states = expectation.neededStates else {
          return reason("something that no program under test reports")
        }
        let own = capabilities.fields.map(\.name)
        let missing = states.filter { !own.contains($0) && !capabilities.state.map(\.rawValue).contains($0) }
        guard missing.isEmpty else {
          return reason("the state \(missing.joined(separator: ", ")), which the program does not declare")
        }
      case .copy, .sync: return AppProgram.noCopies
      case .repeat where !capabilities.repeatsRequests: return reason("requests, which the program does not declare")
      case .repeat, .wait, .kill, .resume, .restart: break
      }
    }
    return nil
  }
}

extension Expectation {
  /// The states of which a program must report one for the expectation to be judged; `nil` if none would suffice.
  fileprivate var neededStates: [String]? {
    switch self {
    case .always(let expectation): return expectation.neededStates
    case .stateEquals(let name, _): return [name.rawValue]
    case .progress: return [AppStateName.progress.rawValue]
    case .noAttemptOpen: return [AppStateName.attemptOpen.rawValue]
    case .flag, .due: return nil
    case .cue, .nothingRunning, .noAnimation, .error: return []
    case .kept(let fields), .lost(let fields):
      let all = fields.map { name in FieldName(rawValue: name).map { $0.neededStates?.map(\.rawValue) } ?? [name] }
      return all.contains { $0 == nil } ? nil : all.flatMap { $0 ?? [] }
    }
  }
}
