import Foundation

/// One line of a benchmark's table.
public struct Figure: Codable, Sendable {
  public var name: String
  public var value: Double
  /// The unit of `value` and `peer`: `op/s`, `ms`, `MB` …
  public var unit: String
  /// The name of the peer measured in the same run.
  public var peerName: String?
  public var peer: Double?
  /// value / peer.
  public var ratio: Double?
  /// The goal for `ratio`, or for `value` without a peer: `≥ 0.85`, `≤ 10`.
  public var goal: String?
  public var isReached: Bool?

  public enum Goal: Sendable {
    case atLeast(Double)
    case atMost(Double)
  }

  public init(
    _ name: String, _ value: Double, _ unit: String, against peer: (name: String, value: Double)? = nil,
    goal: Goal? = nil
  ) {
    self.name = name
    self.value = value
    self.unit = unit
    self.peerName = peer?.name
    self.peer = peer?.value
    self.ratio = peer.map { value / $0.value }
    let judged = ratio ?? value
    switch goal {
    case .atLeast(let bound): (self.goal, isReached) = ("≥ \(short(bound))", judged >= bound)
    case .atMost(let bound): (self.goal, isReached) = ("≤ \(short(bound))", judged <= bound)
    case nil: break
    }
  }
}

/// Prints the figures as a table, or as JSON if the command line has `--json`.
public func report(_ title: String, _ figures: [Figure]) throws {
  if CommandLine.arguments.contains("--json") {
    struct Document: Encodable { let benchmark: String, figures: [Figure] }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    print(String(decoding: try encoder.encode(Document(benchmark: title, figures: figures)), as: UTF8.self))
    return
  }
  print("\n\(title)\n")
  let rows = [["figure", "value", "peer", "ratio", "goal", ""]] + figures.map(\.cells)
  let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
  for row in rows {
    print(zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }.joined(separator: "  "))
  }
}

extension Figure {
  fileprivate var cells: [String] {
    [
      name, "\(short(value)) \(unit)", peer.map { "\(short($0)) \(unit), \(peerName ?? "")" } ?? "",
      ratio.map(short) ?? "", goal ?? "", isReached.map { $0 ? "reached" : "missed" } ?? "",
    ]
  }
}

/// Returns three or more significant digits, without an exponent.
private func short(_ number: Double) -> String {
  String(format: number >= 100 ? "%.0f" : number >= 1 ? "%.2f" : "%.3f", number)
}
