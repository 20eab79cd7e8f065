extension StringProtocol {
  /// Returns the text escaped for XML or HTML. A character that XML 1.0 cannot represent becomes U+FFFD.
  ///
  /// - Parameter inAttribute: whether to escape quotes, line breaks and tabs too, which a parser would change to
  ///   spaces.
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
