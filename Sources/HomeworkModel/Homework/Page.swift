/// Some of a list, and where the rest begins.
public struct Page<Item: Sendable>: Sendable {
  /// In order, and what to ask with for those that follow; `nil` at the end.
  public let items: [Item], next: String?

  package init(items: [Item], next: String?) {
    (self.items, self.next) = (items, next)
  }
}
