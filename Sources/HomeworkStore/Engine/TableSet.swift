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
    let place = Self.places.withLock { places in
      let name = name.lowercased()
      if let place = places[name] { return place }
      let place = min(places.count, 63)
      places[name] = place
      return place
    }
    self.init(rawValue: 1 << UInt64(place))
  }

  /// Every table.
  package static let all = TableSet(rawValue: .max)

  private static let places = Guarded<[String: Int]>([:])
}
