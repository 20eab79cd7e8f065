import HomeworkSystem

/// A set of tables: one bit per name seen by this process, in any database. Names after the first 63 share a bit.
package struct TableSet: OptionSet, Sendable {
  package let rawValue: UInt64

  package init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  /// Creates the empty set.
  package init() { rawValue = 0 }

  /// Creates the set of the table with this name, in any case.
  package init(_ name: String) {
    let bit = Self.bits.withLock { bits in
      let name = name.lowercased()
      if let bit = bits[name] { return bit }
      let bit = min(bits.count, 63)
      bits[name] = bit
      return bit
    }
    self.init(rawValue: 1 << UInt64(bit))
  }

  package static let all = TableSet(rawValue: .max)

  private static let bits = Guarded<[String: Int]>([:])
}
