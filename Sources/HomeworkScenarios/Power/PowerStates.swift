package import HomeworkModel

/// The states in which a power failure may leave a disk after some operations.
package struct PowerStates {
  /// Up to this many unsynced operations all states are tried; beyond that, a sample.
  static let exhaustive = 4

  private let operations: ArraySlice<DiskOperation>
  private let kind: DiskKind
  /// The fates that each unsynced operation may have. The first is that it is kept, and the second that it is lost.
  private let choices: [(index: Int, fates: [DiskImage.Fate])]
  /// The unsynced changes of names if they are kept in order: then a number of them is one choice.
  private let names: [Int]
  /// The disk after the operations before the first unsynced one, which is the same in every state.
  private let base: (image: DiskImage, count: Int)
  /// The number of ways in which unsynced operations can be kept and lost.
  package let known: Int

  /// - Parameter random: decides where writes of more than two sectors are torn.
  package init(
    _ operations: ArraySlice<DiskOperation>, on before: DiskImage, _ kind: DiskKind, _ random: inout SplitMix64
  ) {
    (self.operations, self.kind) = (operations, kind)
    let open = DiskImage.unsynced(operations, on: kind)
    let names = kind == .ordered ? open.filter { operations[$0].directory != nil } : []
    self.names = names
    choices = open.filter { !names.contains($0) }.map { index in
      let sectors = operations[index].sectors.count
      guard sectors > 1 else { return (index, [.kept, .dropped]) }
      let cut = 1 + Int(random.next() % UInt64(sectors - 1))
      let keeps = (0..<sectors).map { $0 < cut }
      return (index, [.kept, .dropped, .torn(keeps: keeps), .torn(keeps: keeps.map { !$0 })])
    }
    var image = before
    for operation in operations.prefix(open.first ?? operations.count) { image.apply(operation) }
    base = (image, open.first ?? operations.count)
    known = choices.reduce(names.count + 1) { min(1 << 53, $0 * $1.fates.count) }
  }

  /// Returns the fates of the operations that are not kept, for each state to be tried: first for the state in which
  /// all are lost, then for the one in which only the newest is, and then for others, in an order by chance.
  ///
  /// - Parameter limit: the number of states, if there are more than `exhaustive` unsynced operations.
  package func fates(atMost limit: Int, _ random: inout SplitMix64) -> [[Int: DiskImage.Fate]] {
    guard known > 1 else { return [[:]] }
    let sizes = [names.count + 1] + choices.map(\.fates.count)
    let (kept, lost) = (sizes.map { _ in 0 }, [names.count] + choices.map { _ in 1 })
    func with(_ codes: [Int], _ index: Int, _ digit: Int) -> [Int] {
      var codes = codes
      codes[index] = digit
      return codes
    }
    let newest = choices.last?.index ?? -1 > names.last ?? -1 ? choices.count : 0
    let isAll = names.count + choices.count <= Self.exhaustive || known <= limit
    var others: [[Int]]
    if isAll {
      others = (0..<known).map { code in
        var rest = code
        return sizes.map { size in
          defer { rest /= size }
          return rest % size
        }
      }
    } else {
      // Nothing is lost, and every operation alone is lost, and alone kept.
      others = [kept] + sizes.indices.flatMap { index in (1..<sizes[index]).map { with(kept, index, $0) } }
      others += sizes.indices.map { with(lost, $0, 0) }
    }
    for index in others.indices.reversed() { others.swapAt(index, random.below(index + 1)) }
    var (codes, seen): ([[Int]], Set<[Int]>) = ([], [])
    for code in [lost, with(kept, newest, 1)] + others where seen.insert(code).inserted { codes.append(code) }
    while !isAll, codes.count < limit {
      let code = sizes.map { random.below($0) }
      if seen.insert(code).inserted { codes.append(code) }
    }
    return codes.prefix(isAll ? codes.count : max(limit, 1)).map(fates)
  }

  /// - Parameter digits: how many of the last changes of names are lost, and the fate of each other operation.
  private func fates(_ digits: [Int]) -> [Int: DiskImage.Fate] {
    let lost = names.suffix(digits[0])
    var fates = Dictionary(uniqueKeysWithValues: lost.map { ($0, DiskImage.Fate.dropped) })
    for (choice, digit) in zip(choices, digits.dropFirst()) where digit > 0 {
      if kind == .ordered, isBrought(choice.index, without: lost) { continue }
      fates[choice.index] = choice.fates[digit]
    }
    return fates
  }

  /// Returns whether a rename that replaced another file, and is kept, has brought the content.
  private func isBrought(_ index: Int, without lost: ArraySlice<Int>) -> Bool {
    operations.indices[(index + 1)...].contains { later in
      guard case .rename(_, _, true) = operations[later].effect else { return false }
      return operations[later].node == operations[index].node && !lost.contains(later)
    }
  }

  /// Returns the disk on which these operations were lost or torn.
  package func image(_ fates: [Int: DiskImage.Fate]) -> DiskImage {
    var image = base.image
    for index in base.count..<operations.count { image.apply(operations[index], fates[index] ?? .kept) }
    return image
  }
}
