package import HomeworkModel

/// The content of a disk: nodes with their names.
package struct DiskImage: Sendable {
  package enum Node: Hashable, Sendable {
    case file([UInt8])
    case directory([String: Int])
    /// A symlink with its target.
    case link(String)
  }

  /// The fate of an operation that was not synced. A torn write has kept only some of its sectors.
  package enum Fate: Hashable, Sendable {
    case kept, dropped
    case torn(keeps: [Bool])

    /// Returns any fate, and of a torn write any sectors.
    package static func drawn(for operation: DiskOperation, _ random: inout SplitMix64) -> Fate {
      switch random.next() % 3 {
      case 0: .kept
      case 1: .dropped
      default: .torn(for: operation, &random)
      }
    }

    /// Returns the fate of a write of which any sectors are kept, and of something else that is kept or dropped.
    package static func torn(for operation: DiskOperation, _ random: inout SplitMix64) -> Fate {
      let keeps = operation.sectors.map { _ in random.next() & 1 == 0 }
      return keeps.isEmpty ? (random.next() & 1 == 0 ? .kept : .dropped) : .torn(keeps: keeps)
    }
  }

  package static let sectorSize = 512

  package private(set) var nodes: [Int: Node] = [0: .directory([:])]

  package init() {}

  /// Creates a disk with these files in its directory, whose nodes are numbered from 1 in the order of their paths.
  package init(files: [String: [UInt8]]) {
    let paths = files.keys.sorted()
    for (index, path) in paths.enumerated() { nodes[index + 1] = .file(files[path] ?? []) }
    nodes[0] = .directory(Dictionary(uniqueKeysWithValues: paths.enumerated().map { ($1, $0 + 1) }))
  }

  /// Creates what the operations leave of a disk.
  ///
  /// - Parameter fate: returns the fate of each operation that `unsynced` lists, in order.
  package init(
    _ operations: some Collection<DiskOperation>, on files: [String: [UInt8]] = [:], fate: (DiskOperation) -> Fate
  ) {
    self.init(files: files)
    let open = Set(Self.unsynced(operations))
    for (index, operation) in operations.enumerated() {
      apply(operation, open.contains(index) ? fate(operation) : .kept)
    }
  }

  /// The files in its directory, by name.
  package var files: [String: [UInt8]] {
    guard case .directory(let names)? = nodes[0] else { return [:] }
    return names.compactMapValues { if case .file(let bytes)? = nodes[$0] { bytes } else { nil } }
  }

  // MARK: Operations

  /// Returns the indices of the operations that no completed sync covers.
  package static func unsynced(_ operations: some Collection<DiskOperation>, on kind: DiskKind = .posix) -> [Int] {
    // Operations before these indices are covered: those of each node, all, and, if they are kept in order, all names.
    var (covered, all, names) = ([Int: Int](), 0, 0)
    var open: [Int] = []
    for (index, operation) in operations.enumerated().reversed() {
      switch operation.effect {
      case .sync(let since): covered[operation.node] = max(covered[operation.node] ?? 0, since)
      case .syncAll(let since): all = max(all, since)
      case .write, .resize:
        if index >= max(all, covered[operation.node] ?? 0), !operation.isSynced { open.append(index) }
      case .create, .link, .rename, .remove:
        let directory = max(all, covered[operation.directory ?? 0] ?? 0)
        // The journal of an ordered disk has names in one sequence: a sync of a file brings the file's name, and every
        // change of a name before that.
        if kind == .ordered, index < max(directory, covered[operation.node] ?? 0) { names = max(names, index + 1) }
        if index >= max(directory, names) { open.append(index) }
      }
    }
    return open.reversed()
  }

  package mutating func apply(_ operation: DiskOperation, _ fate: Fate = .kept) {
    let sectors = operation.sectors
    // A node without its name can get another one.
    if case .create(_, let node) = operation.effect { nodes[operation.node] = node }
    switch (fate, operation.effect) {
    case (.dropped, _), (_, .sync), (_, .syncAll): break
    case (.torn(let keeps), .write(let offset, let bytes)):
      for (sector, isKept) in zip(sectors, keeps) where isKept {
        write(bytes[sector], at: offset + sector.lowerBound, to: operation.node)
      }
    case (_, .write(let offset, let bytes)): write(bytes[...], at: offset, to: operation.node)
    case (_, .resize(let size)):
      change(operation.node) { bytes in
        if bytes.count > size { bytes.removeSubrange(size...) }
        bytes.append(contentsOf: repeatElement(0, count: size - bytes.count))
      }
    case (_, .create(let entry, _)), (_, .link(let entry)): name(entry, operation.node)
    case (_, .rename(let from, let to, _)):
      if self[from] == operation.node { name(from, nil) }
      name(to, operation.node)
    case (_, .remove(let entry)): if self[entry] == operation.node { name(entry, nil) }
    }
  }

  package subscript(entry: DiskOperation.Entry) -> Int? {
    guard case .directory(let names)? = nodes[entry.directory] else { return nil }
    return names[entry.name]
  }

  private mutating func name(_ entry: DiskOperation.Entry, _ node: Int?) {
    guard case .directory(var names)? = nodes[entry.directory] ?? .directory([:]) else { return }
    names[entry.name] = node
    nodes[entry.directory] = .directory(names)
  }

  private mutating func change(_ node: Int, _ body: (inout [UInt8]) -> Void) {
    // Taken out, so that the bytes are changed in place.
    guard case .file(var bytes) = nodes.removeValue(forKey: node) ?? .file([]) else { return }
    body(&bytes)
    nodes[node] = .file(bytes)
  }

  private mutating func write(_ new: ArraySlice<UInt8>, at offset: Int, to node: Int) {
    change(node) { bytes in
      if bytes.count < offset + new.count {
        bytes.append(contentsOf: repeatElement(0, count: offset + new.count - bytes.count))
      }
      bytes.replaceSubrange(offset..<(offset + new.count), with: new)
    }
  }

  // MARK: The tree

  /// Everything that has a name, by path; directories before what is in them.
  package var tree: [(path: String, node: Node)] { tree(of: 0, at: "") }

  private func tree(of directory: Int, at path: String) -> [(path: String, node: Node)] {
    guard case .directory(let names)? = nodes[directory] else { return [] }
    return names.sorted { $0.key < $1.key }.flatMap { name, number -> [(path: String, node: Node)] in
      let (path, node) = (path + name, nodes[number] ?? .file([]))
      return [(path, node)] + tree(of: number, at: path + "/")
    }
  }

  /// Equal for disks with equal content, even if their nodes differ.
  package var fingerprint: Int {
    var hasher = Hasher()
    for (path, node) in tree {
      hasher.combine(path)
      switch node {
      case .file(let bytes):
        hasher.combine(bytes.count)
        bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
      case .directory: hasher.combine(-1)
      case .link(let target): hasher.combine(target)
      }
    }
    return hasher.finalize()
  }
}
