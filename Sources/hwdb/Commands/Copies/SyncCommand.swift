import HomeworkAPI
import HomeworkModel
import HomeworkService
import HomeworkSystem

extension CommandTable {
  static let copies: [Command] = [
    Command(
      "sync", "[OTHER]", 0...1,
      options: [
        Option(
          "via", "COMMAND", "a command whose other end is hwdb sync --stdio, such as 'ssh home hwdb sync --stdio'"),
        Option("stdio", "be the other end: answer on standard input and output"),
        Option("dry-run", "only show what would come and go"),
      ],
      "exchanges with another copy of the library what each lacks, until both are equal; a new file becomes a copy",
      example: "hwdb sync /media/stick/homework.sqlite"
    ) { invocation in
      // The socket on the command line is the other copy's.
      let library = DefaultPaths.library(socket: nil, database: invocation.value("database"))
      let own = try BackendPeer(invocation, at: library)
      if invocation.has("stdio") {
        defer { own.announceCreation() }
        guard invocation.operands.isEmpty, !["via", "socket", "dry-run"].contains(where: invocation.has) else {
          throw CommandFailure.usage("--stdio is the other end of a sync: name no copy beside it", form: "sync --stdio")
        }
        return try SyncLines.serve(own)
      }
      let other = try other(invocation)
      let opened = [own, other as? BackendPeer].compactMap(\.self)
      defer {
        for peer in opened {
          peer.announceCreation()
          // The tasks' threads may keep the database a moment longer than this one, which ends the process.
          peer.close()
        }
      }
      let report = try SyncReport.waiting(for: { [isRehearsal = invocation.has("dry-run")] in
        try await own.exchange(with: other, isRehearsal: isRehearsal)
      })
      if invocation.has("dry-run") { for peer in opened { peer.announceCreation(isRehearsed: true) } }
      Output.show(report, as: syncReport, invocation) { report in
        report.words { printable(own.title(of: $0) ?? String($0.suffix(8))) }
      }
    }
  ]
}

extension CommandTable {
  /// The other copy, which exactly one of the operand and the options names.
  fileprivate static func other(_ invocation: Invocation) throws -> any SyncPeer {
    let (path, via, socket) = (invocation.operands.first, invocation.value("via"), invocation.value("socket"))
    guard [path, via, socket].compactMap(\.self).count == 1 else {
      throw CommandFailure.usage("name one other copy: hwdb sync FILE, --socket PATH or --via COMMAND")
    }
    if let via { return try SyncLines(via) }
    return try BackendPeer(
      invocation, at: socket.map { .daemon(socket: $0) } ?? .database(DefaultPaths.database(path)))
  }

  fileprivate static let syncReport = Shape<SyncReport>.object(SyncReport()) {
    Field("received", \.received, Shapes.syncCounts, "What this copy got.")
    Field("sent", \.sent, Shapes.syncCounts, "What this copy gave.")
    Field("replaced", \.replaced, .array(replacedEdit), "The edits that later ones of the same field have replaced.")
    Field("parts", \.parts, "The number of parts, each one transaction.")
  }

  private static let replacedEdit = Shape<ReplacedEdit>.object(ReplacedEdit(id: "", field: "", isOwn: false)) {
    Field("id", \.id, "What was edited.")
    Field("field", \.field, "The field.")
    Field("isOwn", \.isOwn, "Whether it was this copy's edit.")
  }
}

extension SyncPeer {
  fileprivate func exchange(with other: any SyncPeer, isRehearsal: Bool) async throws -> SyncReport {
    guard isRehearsal else { return try await sync(with: other) }
    let (mine, theirs) = (try await hello(nil), try await other.hello(nil))
    guard mine.libraryId == theirs.libraryId || mine.isEmpty || theirs.isEmpty else { throw StoreError.otherLibrary }
    var report = SyncReport()
    // An empty replica joins the other one's library: its first learner, who has done nothing, does not travel.
    if !mine.isEmpty || theirs.isEmpty { report.sent = try await lacking(theirs) }
    if !theirs.isEmpty { report.received = try await other.lacking(mine) }
    return report
  }

  /// Returns what another copy lacks of this one.
  private func lacking(_ other: SyncHello) async throws -> SyncCounts {
    var (counts, known) = (SyncCounts(), other.known.mapValues(\.time))
    while let part = try await give(after: known) {
      counts.add(part.counts)
      known.add(part)
    }
    return counts
  }
}

extension SyncReport {
  /// Runs work of several tasks on this thread.
  fileprivate static func waiting(
    for work: @escaping @Sendable () async throws -> SyncReport
  ) throws -> SyncReport {
    let (done, outcome) = (DispatchSemaphore(value: 0), Outcome())
    Task {
      do { outcome.report.withLock { [report = try await work()] in $0 = .success(report) } } catch {
        outcome.report.withLock { $0 = .failure(error) }
      }
      done.signal()
    }
    done.wait()
    return try outcome.report.withLock { $0 }.get()
  }

  private final class Outcome: Sendable {
    let report = Guarded<Result<SyncReport, any Error>>(.success(SyncReport()))
  }

  /// - Parameter name: returns the title of homework with an id, or what else it is known by.
  fileprivate func words(_ name: (String) -> String) -> String {
    let moved = [(received, "received", true), (sent, "sent", false)].compactMap { counts, verb, isOwn -> String? in
      let lost = replaced.filter { $0.isOwn == isOwn }
      let names = lost.map { "\(printable($0.field)) of \(name($0.id))" }.joined(separator: ", ")
      let parts =
        [counts.words.isEmpty ? nil : "\(counts.words) \(verb)"]
        + [lost.isEmpty ? nil : "\(lost.count) of \(isOwn ? "yours" : "theirs") replaced: \(names)"]
      return parts.allSatisfy { $0 == nil } ? nil : parts.compactMap(\.self).joined(separator: ", ")
    }
    return (moved.isEmpty ? "Nothing to exchange: both copies are equal" : moved.joined(separator: "; ")) + "\n"
  }
}

extension SyncCounts {
  fileprivate var words: String {
    [
      (answers, "answer", "answers"), (attempts, "attempt", "attempts"), (homework, "assignment", "assignments"),
      (learners, "learner", "learners"), (edits, "edit", "edits"), (deletions, "deletion", "deletions"),
    ].filter { $0.0 > 0 }.map { $0.0.counted($0.1, plural: $0.2) }.joined(separator: ", ")
  }
}
