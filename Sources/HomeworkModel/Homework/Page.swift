/// Some of a list, and where the rest begins.
public struct Page<Item: Sendable>: Sendable {
  /// In order.
  public let items: [Item]
  /// What to ask with for the following items; `nil` at the end.
  public let next: String?

  package init(items: [Item], next: String?) {
    (self.items, self.next) = (items, next)
  }
}
