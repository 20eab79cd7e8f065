/// Runs contenders in turn, round by round, so that a drifting machine speed is unfair to none of them.
///
/// - Returns: Each contender's median time, in the order given.
public func alternate(rounds: Int, warmUp: Int = 1, _ contenders: [() throws -> Void]) throws -> [Duration] {
  let clock = ContinuousClock()
  var times = contenders.map { _ in [Duration]() }
  for round in 0..<(warmUp + rounds) {
    for (index, contender) in contenders.enumerated() {
      let time = try clock.measure { try contender() }
      if round >= warmUp { times[index].append(time) }
    }
  }
  return times.map(median)
}

/// Returns the middle value; of an even number of values, the lower of the middle two.
public func median<Value: Comparable>(_ values: [Value]) -> Value {
  values.sorted()[(values.count - 1) / 2]
}

/// Returns the value that the share `rank` (0…1) of all values does not exceed.
public func percentile<Value: Comparable>(_ rank: Double, of values: [Value]) -> Value {
  let sorted = values.sorted()
  return sorted[min(sorted.count - 1, Int(rank * Double(sorted.count)))]
}

extension Duration {
  public var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}
