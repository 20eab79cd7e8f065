import HomeworkAPI
import HomeworkRPC

/// What a daemon has done, in words for people.
extension TextOutput {
  static func statistics(of report: ServerReport, _ screen: Screen) -> String {
    let writer = report.writer
    var lines = ["\(report.memoryBytes / 1_048_576) MiB of memory"]
    if let server = report.server {
      lines.insert("up for \(duration(ms: server.uptimeMs))", at: 0)
      lines.append(
        "\(server.connections) connections, \(server.accepted) since it began, \(server.refused) turned away")
    }
    lines.append("\(writer.writes) writes in \(writer.commits) transactions, \(writer.waiting) waiting")
    lines.append("\(writer.checkpoints) checkpoints, \(writer.blockedCheckpoints) held up by a reader")
    if let error = writer.lastCheckpointError { lines.append("the last checkpoint failed: \(error)") }
    var table = Table(columns: [
      Table.Column(heading: "method"), Table.Column(heading: "calls", isRight: true),
      Table.Column(heading: "refused", isRight: true), Table.Column(heading: "median ms", isRight: true),
      Table.Column(heading: "99 % ms", isRight: true), Table.Column(heading: "longest ms", isRight: true),
    ])
    table.rows = (report.server?.methods ?? [:]).sorted { $0.key < $1.key }.map { name, method in
      let figures = ["\(method.calls)", "\(method.errors)", "\(method.p50Ms)", "\(method.p99Ms)", "\(method.maxMs)"]
      return ([name] + figures).map { Table.Cell($0) }
    }
    return lines.map { printable($0) + "\n" }.joined() + table.text(on: screen)
  }
}
