import HomeworkAPI
import HomeworkModel

/// A daemon's statistics in the text format of Prometheus, version 0.0.4.
///
/// Names follow its conventions (prometheus.io/docs/practices/naming): a prefix, base units in full, `_total` for
/// values that only grow.
struct Prometheus {
  private var text = ""

  static func text(of report: ServerReport, of daemon: ServerInfo) -> String {
    var page = Prometheus()
    page.describe("hwdb_build_info", .gauge, "The version of the daemon.")
    page.sample("hwdb_build_info", ["version": daemon.version], 1)
    page.add("hwdb_memory_bytes", .gauge, "Memory of the daemon.", report.memoryBytes)
    if let server = report.server { page.add(server) }
    page.add(report.writer)
    page.add(report.libraries)
    return page.text
  }

  private enum Kind: String { case counter, gauge, summary }
  private typealias Labels = KeyValuePairs<String, String>

  private mutating func add(_ server: ServerFigures) {
    describe("hwdb_uptime_seconds", .gauge, "Time since the daemon started.")
    sample("hwdb_uptime_seconds", [:], Double(server.uptimeMs) / 1000)
    add("hwdb_connections", .gauge, "Open connections.", server.connections)
    add("hwdb_connections_accepted_total", .counter, "Connections accepted since the start.", server.accepted)
    add("hwdb_connections_refused_total", .counter, "Connections refused since the start.", server.refused)
    let methods = server.methods.sorted { $0.key < $1.key }
    describe("hwdb_call_errors_total", .counter, "Calls that returned an error.")
    for (method, figures) in methods { sample("hwdb_call_errors_total", ["method": method], Double(figures.errors)) }
    let name = "hwdb_call_duration_seconds"
    describe(name, .summary, "Time from reading a request to its reply.")
    for (method, figures) in methods {
      sample(name, ["method": method, "quantile": "0.5"], figures.p50Ms / 1000)
      sample(name, ["method": method, "quantile": "0.99"], figures.p99Ms / 1000)
      sample("\(name)_sum", ["method": method], figures.totalMs / 1000)
      sample("\(name)_count", ["method": method], Double(figures.calls))
    }
  }

  private mutating func add(_ writer: WriterFigures) {
    add("hwdb_commits_total", .counter, "Committed transactions.", writer.commits)
    add("hwdb_writes_total", .counter, "Writes in committed transactions.", writer.writes)
    add("hwdb_writes_waiting", .gauge, "Writes waiting for a transaction.", writer.waiting)
    add("hwdb_largest_commit_writes", .gauge, "Largest number of writes in one transaction.", writer.largestGroup)
    add("hwdb_log_pages", .gauge, "Pages in the write-ahead log.", writer.framesInLog)
    add("hwdb_checkpoints_total", .counter, "Checkpoints of the write-ahead log.", writer.checkpoints)
    add(
      "hwdb_checkpoints_blocked_total", .counter, "Checkpoints blocked by a reader.", writer.blockedCheckpoints)
    add(
      "hwdb_checkpoint_failed", .gauge, "Whether the last checkpoint failed.",
      writer.lastCheckpointError == nil ? 0 : 1)
  }

  private mutating func add(_ libraries: LibraryFigures) {
    add("hwdb_libraries_open", .gauge, "Open libraries.", libraries.open)
    add("hwdb_libraries_in_use", .gauge, "Libraries in use.", libraries.inUse)
    add("hwdb_libraries_opened_total", .counter, "Libraries opened since the start.", libraries.opened)
    add("hwdb_libraries_closed_total", .counter, "Libraries closed to make room for others.", libraries.closed)
  }

  private mutating func add(_ name: String, _ kind: Kind, _ about: String, _ value: Int) {
    describe(name, kind, about)
    sample(name, [:], Double(value))
  }

  private mutating func describe(_ name: String, _ kind: Kind, _ about: String) {
    text += "# HELP \(name) \(about)\n# TYPE \(name) \(kind.rawValue)\n"
  }

  private mutating func sample(_ name: String, _ labels: Labels, _ value: Double) {
    let written = labels.map { "\($0)=\"\(Self.escaped($1))\"" }.joined(separator: ",")
    text += "\(name)\(written.isEmpty ? "" : "{\(written)}") \(value)\n"
  }

  private static func escaped(_ value: String) -> String {
    value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
  }
}
