/// One page of a list.
public struct Page<Item: Sendable>: Sendable {
  /// The items in order, and the cursor of the next page; `nil` on the last page.
  public var items: [Item], next: String?

  package init(items: [Item], next: String?) {
    (self.items, self.next) = (items, next)
  }
}

/// The number of items that a page may have.
package enum PageSize {
  package static let allowed = 1...500

  package static func check(_ limit: Int) throws(StoreError) {
    guard allowed.contains(limit) else {
      let bounds = "\(allowed.lowerBound) and \(allowed.upperBound)"
      throw .invalid([Fault(path: "limit", message: "must be between \(bounds), is \(limit)")])
    }
  }
}
