extension StringProtocol {
  /// This as text of XML or HTML. A character that XML 1.0 has no way to write is U+FFFD.
  ///
  /// - Parameter inAttribute: whether quotes, and line breaks and tabs, which a reader would make spaces, are written as
  ///   references too.
  package func xmlEscaped(inAttribute: Bool = false) -> String {
    var result = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"" where inAttribute: result += "&quot;"
      case "\r",
        "\n" where inAttribute, "\t" where inAttribute:
        result += "&#\(scalar.value);"
      case "\n", "\t": result.unicodeScalars.append(scalar)
      case _ where scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF: result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
