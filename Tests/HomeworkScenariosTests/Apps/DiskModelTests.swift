import HomeworkModel
import HomeworkScenarios
import Testing

/// The states of a disk, held against a second model of it, which is written from the rules alone: every sequence of
/// operations on two names is tried.
@Suite struct `A disk that loses power` {
  private enum Step: Hashable, CustomStringConvertible {
    case create(String), write(String), rename(String, String), unlink(String), sync(String), syncDirectory

    static let all: [Step] =
      ["a", "b"].flatMap { [.create($0), .write($0), .unlink($0), .sync($0)] }
      + [.rename("a", "b"), .rename("b", "a"), .syncDirectory]

    var description: String {
      switch self {
      case .create(let name): "create \(name)"
      case .write(let name): "write \(name)"
      case .rename(let name, let other): "rename \(name) \(other)"
      case .unlink(let name): "unlink \(name)"
      case .sync(let name): "sync \(name)"
      case .syncDirectory: "sync"
      }
    }
  }

  private typealias Files = [String: [UInt8]]

  /// The file of each name after each step; `nil` if a step is impossible. The files before them are numbered from 1.
  private static func numbers(_ steps: [Step], on before: Files) -> [[String: Int]]? {
    var names = Dictionary(uniqueKeysWithValues: before.keys.sorted().enumerated().map { ($1, $0 + 1) })
    var (all, next) = ([names], names.count)
    for step in steps {
      switch step {
      case .create(let name):
        guard names[name] == nil else { return nil }
        next += 1
        names[name] = next
      case .write(let name), .sync(let name): guard names[name] != nil else { return nil }
      case .unlink(let name): guard names.removeValue(forKey: name) != nil else { return nil }
      case .rename(let name, let other):
        guard let number = names.removeValue(forKey: name) else { return nil }
        names[other] = number
      case .syncDirectory: break
      }
      all.append(names)
    }
    return all
  }

  // MARK: The second model

  /// The part of a step that a disk keeps completely or not at all.
  private enum Change {
    case content(offset: Int, byte: UInt8)
    case names(to: String?, from: String?)
  }

  /// Returns each step as its changes, of one file. A write crosses the border of two sectors.
  private static func changes(of steps: [Step], _ numbers: [[String: Int]]) -> [(step: Int, file: Int, change: Change)]
  {
    var changes: [(step: Int, file: Int, change: Change)] = []
    for (index, step) in steps.enumerated() {
      switch step {
      case .create(let name): changes.append((index, numbers[index + 1][name]!, .names(to: name, from: nil)))
      case .write(let name):
        for offset in [511, 512] {
          changes.append((index, numbers[index][name]!, .content(offset: offset, byte: UInt8(index + 1))))
        }
      case .rename(let name, let other): changes.append((index, numbers[index][name]!, .names(to: other, from: name)))
      case .unlink(let name): changes.append((index, numbers[index][name]!, .names(to: nil, from: name)))
      case .sync, .syncDirectory: break
      }
    }
    return changes
  }

  private static func left(
    by steps: [Step], _ numbers: [[String: Int]], on before: Files, inOrder: Bool
  ) -> Set<Files> {
    let changes = changes(of: steps, numbers)
    func isSynced(_ file: Int, after index: Int) -> Bool {
      steps.indices.contains { later in
        if case .sync(let name) = steps[later] { later > index && numbers[later][name] == file } else { false }
      }
    }
    var states: Set<Files> = []
    choice: for bits in 0..<(1 << changes.count) {
      func isKept(_ number: Int) -> Bool { bits >> number & 1 == 1 }
      for (number, (index, file, change)) in changes.enumerated() {
        switch change {
        case .content:
          let isBrought = changes.indices.contains { later in
            guard inOrder, changes[later].step > index, changes[later].file == file, isKept(later),
              case .rename(_, let other) = steps[changes[later].step]
            else { return false }
            return numbers[changes[later].step][other] != nil
          }
          if !isKept(number), isBrought || isSynced(file, after: index) { continue choice }
        case .names:
          let isDurable = steps[index...].contains(.syncDirectory) || inOrder && isSynced(file, after: index)
          if !isKept(number), isDurable { continue choice }
          // If one is kept, so are those before it.
          let hasGap = changes.indices.contains { later in
            if case .names = changes[later].change { later > number && isKept(later) } else { false }
          }
          if inOrder, !isKept(number), hasGap { continue choice }
        }
      }
      var names = numbers[0]
      var contents = Dictionary(uniqueKeysWithValues: before.map { (numbers[0][$0]!, $1) })
      for (number, (_, file, change)) in changes.enumerated() where isKept(number) {
        switch change {
        case .content(let offset, let byte):
          var bytes = contents[file] ?? []
          while bytes.count <= offset { bytes.append(0) }
          bytes[offset] = byte
          contents[file] = bytes
        case .names(let to, let from):
          if let from, names[from] == file { names[from] = nil }
          if let to { names[to] = file }
        }
      }
      states.insert(names.mapValues { contents[$0] ?? [] })
    }
    return states
  }

  // MARK: The first one

  private static func operations(_ steps: [Step], _ numbers: [[String: Int]]) -> [DiskOperation] {
    func entry(_ name: String) -> DiskOperation.Entry { DiskOperation.Entry(directory: 0, name: name) }
    return steps.enumerated().map { index, step in
      let (then, now) = (numbers[index], numbers[index + 1])
      switch step {
      case .create(let name): return DiskOperation(.create(entry(name), .file([])), of: now[name]!)
      case .write(let name):
        let byte = UInt8(index + 1)
        return DiskOperation(.write(offset: 511, bytes: [byte, byte]), of: then[name]!)
      case .rename(let name, let other):
        return DiskOperation(
          .rename(from: entry(name), to: entry(other), replaces: then[other] != nil), of: then[name]!)
      case .unlink(let name): return DiskOperation(.remove(entry(name)), of: then[name]!)
      case .sync(let name): return DiskOperation(.sync(since: index), of: then[name]!)
      case .syncDirectory: return DiskOperation(.sync(since: index), of: 0)
      }
    }
  }

  @Test(arguments: DiskKind.allCases) func `has the states that a second model has`(kind: DiskKind) {
    var tried = 0
    for before: Files in [[:], ["a": [7]], ["a": [7], "b": [8]]] {
      var sequences: [[Step]] = [[]]
      for _ in 0..<(before.count < 2 ? 4 : 3) {
        sequences = sequences.flatMap { steps in Step.all.map { steps + [$0] } }
          .filter { Self.numbers($0, on: before) != nil }
        for steps in sequences {
          guard let numbers = Self.numbers(steps, on: before) else { continue }
          var random = SplitMix64(seed: 0, skipping: 0)
          let states = PowerStates(Self.operations(steps, numbers)[...], on: DiskImage(files: before), kind, &random)
          let fates = states.fates(atMost: .max, &random)
          let wanted = Self.left(by: steps, numbers, on: before, inOrder: kind == .ordered)
          #expect(Set(fates.map { states.image($0).files }) == wanted, "\(before.keys.sorted()) \(steps)")
          tried += 1
        }
      }
    }
    #expect(tried > 2900, "\(tried)")
  }

  /// With few operations and with many, and with names kept in order.
  @Test(arguments: DiskKind.allCases) func `is first tried with everything lost, then with only the newest lost`(
    kind: DiskKind
  ) {
    let names = (0..<2).map { number in
      DiskOperation(.create(DiskOperation.Entry(directory: 0, name: "f\(number)"), .file([])), of: 2 + number)
    }
    for count in 1...8 {
      let writes = (0..<count).map { DiskOperation(.write(offset: $0, bytes: [UInt8($0)]), of: 1) }
      for operations in [writes, names + writes, writes + names] {
        func fates(_ seed: UInt64) -> [[Int: DiskImage.Fate]] {
          var random = SplitMix64(seed: seed, skipping: 0)
          let states = PowerStates(operations[...], on: DiskImage(files: ["a": [7]]), kind, &random)
          return states.fates(atMost: 6, &random)
        }
        let (first, others) = (fates(0), (1...20).map(fates))
        #expect(first[0] == Dictionary(uniqueKeysWithValues: operations.indices.map { ($0, .dropped) }))
        if operations.count > 1 { #expect(first[1] == [operations.count - 1: .dropped]) }
        // The seed chooses the rest.
        #expect(Set(([first] + others).map { $0.prefix(2).map { $0 } }).count == 1)
        if operations.count > 4 { #expect(Set(([first] + others).map { Set($0) }).count > 5 && first.count == 6) }
        #expect(others.allSatisfy { Set($0).count == $0.count })
      }
    }
  }

  /// Pages of a database of 256 KiB, as SQLite leaves them unsynced, each kept, lost or torn.
  @Test func `tells two thousand states of a large file apart`() {
    let operations = (0..<6).map { page in
      DiskOperation(.write(offset: page * 4096, bytes: Array(repeating: UInt8(page), count: 4096)), of: 1)
    }
    var random = SplitMix64(seed: 0, skipping: 0)
    let before = DiskImage(files: ["a": Array(repeating: 255, count: 1 << 18)])
    let states = PowerStates(operations[...], on: before, .posix, &random)
    let fates = states.fates(atMost: 2000, &random)
    let found = Set(fates.map { states.image($0).fingerprint })
    #expect(fates.count == 2000 && found.count > 1000)
  }
}
