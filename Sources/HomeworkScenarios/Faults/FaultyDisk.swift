internal import CHomeworkFaults
package import HomeworkStore

/// A disk below a database whose operations can be counted, made to fail, and lost with the power: it proves what is
/// kept.
package final class FaultyDisk: @unchecked Sendable {
  // Its state is locked in C; the recording is read only while no thread writes.
  private let disk: OpaquePointer
  private var step: (() -> Void)?
  package let records: Bool

  /// The VFS on which a connection is opened. Other connections are unaffected, and cost nothing more.
  package var vfs: Disk { Disk(vfs: String(cString: hwdb_disk_name(disk)), servedBy: self) }

  /// The effect that replaces the operation for which the disk is armed.
  package enum Fault: Hashable, Sendable {
    /// SIGKILL ends the process.
    case kill
    /// Every operation fails from then on, and nothing is written.
    case die
    /// It fails with this extended SQLite result code, once or from then on.
    case failOnce(code: Int32), fail(code: Int32)
    /// Half of the write is done, then it fails once.
    case shortWrite(code: Int32)
  }

  /// - Parameter records: true to record operations for `losePower`.
  package init(records: Bool = false) {
    self.records = records
    guard let made = hwdb_disk_make() else { preconditionFailure("out of memory for a disk") }
    disk = made
    hwdb_disk_set_records(disk, records ? 1 : 0)
  }

  deinit { hwdb_disk_free(disk) }

  /// Arms a fault for the operation of this number, counted from now: 1 is the next.
  package func arm(_ fault: Fault, atOperation number: Int) {
    let (action, code): (Int, Int32) =
      switch fault {
      case .kill: (HWDB_DISK_KILL, 0)
      case .die: (HWDB_DISK_DIE, 0)
      case .failOnce(let code): (HWDB_DISK_FAIL_ONCE, code)
      case .fail(let code): (HWDB_DISK_FAIL, code)
      case .shortWrite(let code): (HWDB_DISK_SHORT, code)
      }
    hwdb_disk_arm(disk, Int64(max(1, number)), Int32(action), code)
  }

  package var isDead: Bool { hwdb_disk_is_dead(disk) != 0 }

  package func die() { hwdb_disk_die(disk) }

  /// The number of writes, truncations, syncs and deletions so far.
  package var operationCount: Int { Int(hwdb_disk_count(disk)) }

  /// Has `step` called before every operation that interacts with other processes: each read, write, lock and access to
  /// shared memory. `nil` stops that.
  package func setStep(_ step: (() -> Void)?) {
    self.step = step
    hwdb_disk_set_step(
      disk,
      step == nil
        ? nil : { context in context.map { Unmanaged<FaultyDisk>.fromOpaque($0).takeUnretainedValue().step?() } },
      Unmanaged.passUnretained(self).toOpaque())
  }

  /// Makes syncs report success without doing anything.
  package func ignoreSyncs() { hwdb_disk_set_ignores_sync(disk, 1) }

  package func operations(on files: [String: [UInt8]] = [:]) -> [DiskOperation] {
    let existing = DiskImage(files: files)
    var names = [String: Int](uniqueKeysWithValues: files.keys.map { ($0, existing[Self.entry($0)] ?? 0) })
    var nodes = files.count
    /// Files that were created since their directory was synced, which SQLite does with their first sync.
    var created: Set<Int> = []
    var operations: [DiskOperation] = []
    func add(_ effect: DiskOperation.Effect, _ node: Int) { operations.append(DiskOperation(effect, of: node)) }
    for index in 0..<hwdb_disk_recorded(disk) {
      let recorded = hwdb_disk_operation(disk, index).pointee
      let (kind, path) = (Int(recorded.kind), String(cString: recorded.path))
      let bytes = recorded.bytes.map { [UInt8](UnsafeRawBufferPointer(start: $0, count: Int(recorded.length))) } ?? []
      if names[path] == nil {
        guard kind != HWDB_DISK_DELETE else { continue }
        nodes += 1
        names[path] = nodes
        created.insert(nodes)
        add(.create(Self.entry(path), .file([])), nodes)
      }
      let node = names[path] ?? 0
      switch kind {
      case HWDB_DISK_WRITE: add(.write(offset: Int(recorded.offset), bytes: bytes), node)
      case HWDB_DISK_TRUNCATE: add(.resize(to: Int(recorded.offset)), node)
      case HWDB_DISK_DELETE:
        add(.remove(Self.entry(path)), node)
        names[path] = nil
        if recorded.offset == 1 { add(.sync(since: operations.count), 0) }
      default:
        add(.sync(since: operations.count), node)
        if created.remove(node) != nil { add(.sync(since: operations.count), 0) }
      }
    }
    return operations
  }

  /// A path as a name in the only directory of a database's disk.
  private static func entry(_ path: String) -> DiskOperation.Entry { DiskOperation.Entry(directory: 0, name: path) }
}
