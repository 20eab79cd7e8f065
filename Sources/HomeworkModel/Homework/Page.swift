/// One page of a list.
public struct Page<Item: Sendable>: Sendable {
  /// The items in order, and the cursor of the next page; `nil` on the last page.
  public let items: [Item], next: String?

  package init(items: [Item], next: String?) {
    (self.items, self.next) = (items, next)
  }
}
