/// The correct number of a question, and which others count as correct.
public struct NumericKey: Hashable, Sendable {
  /// How far from the correct number a response may be, inclusive.
  public enum Tolerance: Hashable, Sendable {
    /// In the unit of the number.
    case absolute(Double)
    /// In per cent of the number.
    case percent(Double)
  }

  /// The correct number, finite; its tolerance; and its unit, which is shown and may be typed after the number.
  public var correctAnswer: Double, tolerance: Tolerance, unit: String?

  /// Creates a key without checking it; by default without tolerance.
  public init(_ correctAnswer: Double, tolerance: Tolerance = .absolute(0), unit: String? = nil) {
    (self.correctAnswer, self.tolerance, self.unit) = (correctAnswer, tolerance, unit)
  }

  /// Creates the key of a range, whose middle is the correct number.
  ///
  /// Rounded to the twelfth decimal, because the middle of 1.4141 and 1.4143 is not exactly 1.4142 in binary.
  package init(from low: Double, to high: Double) {
    func rounded(_ number: Double) -> Double { number.magnitude < 1000 ? (number * 1e12).rounded() / 1e12 : number }
    self.init(rounded((low + high) / 2), tolerance: .absolute(rounded((high - low).magnitude / 2)))
  }

  /// The distance from the correct number up to which a response is correct.
  package var distance: Double {
    switch tolerance {
    case .absolute(let distance): distance
    case .percent(let percent): correctAnswer.magnitude * percent / 100
    }
  }

  /// The correct number with its unit.
  package var text: String { Self.text(of: correctAnswer) + (unit.map { " \($0)" } ?? "") }

  /// The number with its tolerance and unit: `9.81 ± 0.05 m/s²`.
  package var written: String {
    let number = Self.text(of: correctAnswer)
    let range: String =
      switch tolerance {
      case .absolute(0): ""
      case .absolute(let size): " ± \(Self.text(of: size))"
      case .percent(let size): " ± \(Self.text(of: size)) %"
      }
    return number + range + (unit.map { " \($0)" } ?? "")
  }

  /// Reads a key as `written` writes it; `nil` for another text.
  package init?(written text: String) {
    let parts = text.split(separator: "±", maxSplits: 1).map {
      $0.split(whereSeparator: \.isWhitespace).map(String.init)
    }
    guard var rest = parts.last, let first = parts.first?.first, let number = Double(first),
      parts[0].count < 2 || parts.count == 1
    else { return nil }
    self.init(number)
    if parts.count == 2 {
      guard let size = rest.first.flatMap(Double.init) else { return nil }
      tolerance = rest.dropFirst().first == "%" ? .percent(size) : .absolute(size)
      if rest.dropFirst().first == "%" { rest.remove(at: 1) }
    }
    rest.removeFirst()
    unit = rest.isEmpty ? nil : rest.joined(separator: " ")
  }

  /// Returns the shortest decimal number that reads as `number`.
  package static func text(of number: Double) -> String {
    let text = number.description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// Returns whether a typed number is correct; `nil` if it is no number, or has another unit.
  ///
  /// A comma or a point is the decimal sign or separates thousands: where a text has both readings, such as `1,000`, it
  /// is correct if one of them is. A distance exceeds the tolerance only if it does so by more than a billionth of the
  /// number, because 0.1 has no exact value in binary.
  package func holds(_ typed: String) -> Bool? {
    let readings = WrittenNumber.readings(of: typed, unit: unit)
    guard !readings.isEmpty else { return nil }
    return readings.contains { ($0 - correctAnswer).magnitude <= distance + correctAnswer.magnitude * 1e-9 }
  }

  var faults: [Fault] {
    var faults: [Fault] = []
    if !correctAnswer.isFinite { faults.append(Fault(path: "correctAnswer", message: "must be a finite number")) }
    switch tolerance {
    case .absolute(let size) where !(size >= 0 && size.isFinite):
      faults.append(Fault(path: "tolerance", message: "must be 0 or more, is \(size)"))
    case .percent(let size) where !(0...100).contains(size):
      faults.append(Fault(path: "tolerancePercent", message: "must be between 0 and 100, is \(size)"))
    case .absolute, .percent: break
    }
    if let unit, unit.first.map({ $0.isNumber || $0.isWhitespace || "+-.,".contains($0) }) ?? true {
      faults.append(Fault(path: "unit", message: "must begin with a letter or a sign such as %"))
    }
    return faults
  }
}

/// A number as people write it.
enum WrittenNumber {
  /// Returns the numbers that a text can mean: `2,5` is 2.5; `1.000` is 1 or 1000; `1/2` is 0.5; `3 · 10^4` is 30000.
  /// Returns nothing for a text that is no number, or has another unit.
  static func readings(of text: String, unit: String?) -> [Double] {
    let words = text.split(whereSeparator: \.isWhitespace)
    var text = words.joined().filter { !"'’_".contains($0) }
    if let unit = unit.map(plainUnit), let end = text.indices.first(where: { plainUnit(text[$0...]) == unit }) {
      text.removeSubrange(end...)
    }
    text = String(text.map { "−‐‑‒–—－".contains($0) ? "-" : $0 })
    for sign in ["×", "·", "*", "x"] { text = text.replacing("\(sign)10^", with: "e") }
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    // White space before a fraction would join a whole number to it: 1 1/2 is not 11/2.
    if parts.count == 2, words[0].contains("/") || words.dropFirst().first == "/", let above = Int(parts[0]),
      let below = Int(parts[1]), below != 0
    {
      return [Double(above) / Double(below)]
    }
    guard text.allSatisfy({ $0.isASCII && ($0.isNumber || "+-.,eE".contains($0)) }) else { return [] }
    return forms(of: text).compactMap(Double.init).filter(\.isFinite)
  }

  /// Returns a unit without white space, and with powers as keyboards have them: `m/s2` for `m/s²` and `m/s^2`.
  private static func plainUnit(_ unit: some StringProtocol) -> String {
    let powers: [Character: Character] = ["¹": "1", "²": "2", "³": "3", "⁻": "-", "−": "-", "·": "*", "⋅": "*"]
    return String(unit.filter { !$0.isWhitespace && $0 != "^" }.map { powers[$0] ?? $0 })
  }

  /// Returns a number's forms with a decimal point and without separators of thousands.
  private static func forms(of text: String) -> [String] {
    let signs = text.filter { $0 == "," || $0 == "." }
    guard let last = signs.last, let index = text.lastIndex(of: last) else { return [text] }
    let (whole, rest) = (text[..<index], text[text.index(after: index)...])
    let digits = whole.filter { $0 != "," && $0 != "." }
    let decimal = "\(digits.isEmpty ? "0" : digits).\(rest.isEmpty ? "0" : rest)"
    let isGrouped = rest.count == 3 && rest.allSatisfy(\.isNumber) && !digits.isEmpty && digits.first != "0"
    guard signs.allSatisfy({ $0 == last }) else { return signs.count { $0 == last } == 1 ? [decimal] : [] }
    if signs.count > 1 { return isGrouped ? ["\(digits)\(rest)"] : [] }
    return isGrouped && digits.count <= 4 ? [decimal, "\(digits)\(rest)"] : [decimal]
  }
}
