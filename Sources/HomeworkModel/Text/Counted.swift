extension BinaryInteger {
  /// Returns the number with its noun in the right form, such as "1 star" or "2 stars".
  ///
  /// - Parameter plural: the plural of an irregular noun; by default the noun with an "s".
  package func counted(_ noun: String, plural: String? = nil) -> String {
    "\(self) \(self == 1 ? noun : plural ?? noun + "s")"
  }
}
