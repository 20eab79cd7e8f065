/// Durations in human-readable notation.
package enum WrittenDuration {
  /// Returns the whole milliseconds of a text such as `600ms`, `5s`, `1.5s`, `10min` or `1h`; `nil` for anything else
  /// and for more than thirty years.
  package static func milliseconds(_ text: some StringProtocol) -> Int? {
    let number = text.prefix { $0.isNumber || $0 == "." }
    let units = ["ms": 1.0, "s": 1000, "min": 60_000, "h": 3_600_000]
    guard let value = Double(number), let unit = units[String(text.dropFirst(number.count))],
      value * unit <= 1e12, (value * unit).rounded() == value * unit
    else { return nil }
    return Int(value * unit)
  }
}
