/// A mistake in a caller's input, such as "needs at least 2" at `questions[3].options`.
public struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
  /// The place in the input, as keys and indexes from 0, empty for the input as a whole; and the mistake.
  public var path: String, message: String

  package init(path: String, message: String) {
    self.path = path
    self.message = message
  }

  public var description: String { path.isEmpty ? message : "\(path): \(message)" }
}

/// The first faults of an input, and the number of the others. An input can have a million of them: neither memory nor
/// a reply grows with their number.
package struct Faults: Hashable, Sendable {
  /// The maximum number of faults that are kept.
  package static let most = 20
  /// The maximum lengths of the list in a reply and of its text, in bytes. As JSON, a byte may become six.
  private static let mostBytes = 6000, mostTextBytes = 4000

  private var kept: [Fault] = []
  /// The number of all faults.
  package private(set) var total = 0

  package init() {}

  /// - Parameter more: the number of faults that are already dropped.
  package init(_ faults: some Sequence<Fault>, more: Int = 0) {
    for fault in faults { append(fault) }
    total += more
  }

  /// Adds a fault, which is not made if enough are kept.
  package mutating func append(_ fault: @autoclosure () -> Fault) {
    if kept.count < Self.most { kept.append(fault()) }
    total += 1
  }

  package mutating func append(contentsOf others: Faults) {
    kept += others.kept.prefix(Self.most - kept.count)
    total += others.total
  }

  /// Puts the step that leads to a part before the paths of the faults in it.
  ///
  /// - Parameter first: the index of the part's first fault.
  mutating func prefix(from first: Int, _ change: (String) -> String) {
    for index in kept.indices.dropFirst(first) { kept[index].path = change(kept[index].path) }
  }

  /// Returns the faults by their paths.
  package var sorted: Faults {
    var faults = self
    faults.kept.sort { $0.path < $1.path }
    return faults
  }

  /// The faults that a reply lists, each shortened.
  package var listed: [Fault] {
    var (listed, bytes) = ([Fault](), 0)
    for fault in kept {
      let short = Fault(path: excerpt(fault.path, most: 200), message: excerpt(fault.message, most: 600))
      bytes += short.path.utf8.count + short.message.utf8.count
      guard bytes <= Self.mostBytes else { break }
      listed.append(short)
    }
    return listed
  }

  /// The first faults in words, and the number of the others.
  ///
  /// - Parameter most: the number of faults to name if there are at least two more.
  package func text(separator: String = "; ", most: Int = Faults.most) -> String {
    var (text, named) = ("", 0)
    for fault in listed.prefix(total > most + 1 ? most : total) {
      let next = "\(text)\(named == 0 ? "" : separator)\(fault)"
      guard named == 0 || next.utf8.count <= Self.mostTextBytes else { break }
      (text, named) = (next, named + 1)
    }
    return total == named ? text : "\(text)\(separator)and \(total - named) more"
  }
}

extension Faults: RandomAccessCollection, ExpressibleByArrayLiteral {
  package init(arrayLiteral faults: Fault...) { self.init(faults) }

  package var startIndex: Int { 0 }
  package var endIndex: Int { kept.count }
  package subscript(index: Int) -> Fault { kept[index] }
}
