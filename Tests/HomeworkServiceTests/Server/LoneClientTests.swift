import Foundation
import HomeworkAPI
import HomeworkModel
import HomeworkService
import HomeworkTestKit
import Testing

/// A thread stays with a lone client for a moment after each reply. No client can observe this.
@Suite struct `A lone client` {
  private enum Step: CaseIterable {
    case whole, inPieces, several, takesBack, another
    /// Done on a separate thread.
    case slow
  }

  private enum End: CaseIterable { case closes, endsSending, sendsTooMuch, stops }

  private func answer(_ id: Int) -> String { #"{"id":\#(id),"jsonrpc":"2.0","result":{}}"# }

  /// Without sleep, which takes some 60 µs longer.
  private func pause(_ us: UInt64) {
    let end = DispatchTime.now().uptimeNanoseconds + us * 1000
    while DispatchTime.now().uptimeNanoseconds < end {}
  }

  private func take(_ step: Step, _ pauseUs: UInt64, on line: Line, of served: Served) throws {
    let first = request(1) + "\n"
    switch step {
    case .whole: line.send(first)
    case .inPieces:
      line.send(first.utf8.prefix(20))
      pause(pauseUs)
      line.send(first.utf8.dropFirst(20))
    case .several: line.send((1...3).map { request($0) + "\n" }.joined())
    case .takesBack:
      return line.send(#"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":1}}"# + "\n")
    case .another:
      let other = try Line(to: served.path)
      other.send(request(5) + "\n")
      line.send(first)
      try #require(other.read() == answer(5))
    case .slow: line.send(request(1, "slow") + "\n")
    }
    for id in step == .several ? 1...3 : 1...1 { try #require(line.read() == answer(id)) }
  }

  /// Every pair of steps and every end, this long after the previous answer. The thread waits for 100 µs.
  @Test(arguments: [0, 50, 90, 110, 300] as [UInt64])
  func `is answered like any other client`(pauseUs: UInt64) throws {
    var limits = SocketServer.Limits()
    limits.message = 1000
    for end in End.allCases {
      var served = try Served(limits: limits)
      for first in Step.allCases {
        for second in Step.allCases {
          let line = try Line(to: served.path)
          for step in [.whole, .whole, first, second, .whole] {
            pause(pauseUs)
            try take(step, pauseUs, on: line, of: served)
          }
          pause(pauseUs)
          switch end {
          case .closes: break
          case .endsSending:
            line.send(request(7))
            line.endSending()
            try #require(line.readToEnd() == [answer(7)])
          case .sendsTooMuch:
            line.send(String(repeating: "x", count: 2000))
            let replies = line.readToEnd()
            try #require(replies.count == 1 && replies[0].contains("-32005"))
          case .stops:
            try #require(served.stop())
            try #require(line.readToEnd().isEmpty)
            served = try Served(limits: limits)
          }
        }
      }
      waitWhile { served.server.statistics.figures.connections > 0 }
      #expect(served.server.statistics.figures.connections == 0, "\(end)")
    }
  }
}
