/// One thing that a program asked of its disk: a change of a file or of a name, or a sync.
package struct DiskOperation: Hashable, Sendable {
  /// A name in a directory, which is a node.
  package struct Entry: Hashable, Sendable {
    package let directory: Int
    package let name: String

    package init(directory: Int, name: String) { (self.directory, self.name) = (directory, name) }
  }

  package enum Effect: Hashable, Sendable {
    case write(offset: Int, bytes: [UInt8])
    case resize(to: Int)
    /// A new node, with its first name; or one more name.
    case create(Entry, DiskImage.Node)
    case link(Entry)
    case rename(from: Entry, to: Entry, replaces: Bool)
    case remove(Entry)
    /// Syncs the content of a file, or the names in a directory, as far as they were changed before the operation of
    /// this index: while a sync runs, another thread may write.
    case sync(since: Int)
    case syncAll(since: Int)
  }

  package let effect: Effect
  /// The file or directory that it concerns. Its names may change; 0 is the directory that holds everything.
  package let node: Int
  /// The system call, and the path at the time, for people.
  package var call = ""
  package var path = ""
  /// True if it returned only once it was on disk, as with O_DSYNC.
  package var isSynced = false
  /// The life of the program in which it happened, and the number of lines that the program had written by then.
  package var life = 1
  package var lines = 0

  package init(_ effect: Effect, of node: Int) { (self.effect, self.node) = (effect, node) }

  /// The directory whose sync keeps the name that it changes; `nil` if it changes no name.
  package var directory: Int? {
    switch effect {
    case .create(let entry, _), .link(let entry), .rename(_, let entry, _), .remove(let entry): entry.directory
    case .write, .resize, .sync, .syncAll: nil
    }
  }

  package var isSync: Bool {
    switch effect {
    case .sync, .syncAll: true
    default: false
    }
  }

  /// The sectors that it writes, as ranges of its bytes: a disk writes each of them completely or not at all.
  package var sectors: [Range<Int>] {
    guard case .write(let offset, let bytes) = effect else { return [] }
    var sectors: [Range<Int>] = []
    var start = 0
    while start < bytes.count {
      let end = min(bytes.count, start + DiskImage.sectorSize - (offset + start) % DiskImage.sectorSize)
      sectors.append(start..<end)
      start = end
    }
    return sectors
  }
}
