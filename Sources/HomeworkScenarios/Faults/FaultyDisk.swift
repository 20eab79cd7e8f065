internal import CHomeworkFaults
package import HomeworkStore

/// A disk below a database that can be counted, made to fail, and lose its power: for proving what is kept.
package final class FaultyDisk: @unchecked Sendable {
  // Its state is locked in C; the recording is read only while nobody writes.
  private let disk: OpaquePointer
  private var step: (() -> Void)?
  /// Whether what it is asked to do is kept.
  package let records: Bool

  /// What a connection is opened on. All others are as they were, and cost nothing more.
  package var vfs: Disk { Disk(vfs: String(cString: hwdb_disk_name(disk)), servedBy: self) }

  /// What happens at the operation for which the disk is armed, in place of the operation.
  package enum Fault: Hashable, Sendable {
    /// The process ends by SIGKILL.
    case kill
    /// Nothing is written any more, and every attempt fails.
    case die
    /// It fails with this extended result code of SQLite, once or from then on.
    case failOnce(code: Int32), fail(code: Int32)
    /// Half of what was to be written is there; then as `failOnce`.
    case shortWrite(code: Int32)
  }

  /// - Parameter records: whether what it is asked to do is kept for `losePower`.
  package init(records: Bool = false) {
    self.records = records
    guard let made = hwdb_disk_make() else { preconditionFailure("out of memory for a disk") }
    disk = made
    hwdb_disk_set_records(disk, records ? 1 : 0)
  }

  deinit { hwdb_disk_free(disk) }

  /// Arms a fault for the operation of this number from now on; 1 is the next.
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

  /// Whether nothing is written any more.
  package var isDead: Bool { hwdb_disk_is_dead(disk) != 0 }

  package func die() { hwdb_disk_die(disk) }

  /// Writes, truncations, syncs and deletions so far.
  package var operationCount: Int { Int(hwdb_disk_count(disk)) }

  /// Has `step` called before everything that another process could notice, or that could notice another: each read,
  /// write, lock and look at shared memory. `nil` ends that.
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

  /// One thing that a database asked of the disk.
  package struct Operation: Hashable, Sendable {
    package enum Kind: Int32, Sendable { case write, truncate, sync, delete }
    package let kind: Kind
    package let path: String
    /// Of a truncation the new size; of a deletion 1 where the directory is synced.
    package let offset: Int
    package let bytes: [UInt8]
  }

  /// All that it was asked since it was made, or since the last `losePower`.
  package var operations: [Operation] {
    (0..<hwdb_disk_recorded(disk)).map { index in
      let operation = hwdb_disk_operation(disk, index).pointee
      let bytes = operation.bytes.map {
        [UInt8](UnsafeRawBufferPointer(start: $0, count: Int(operation.length)))
      }
      return Operation(
        kind: Operation.Kind(rawValue: operation.kind) ?? .sync, path: String(cString: operation.path),
        offset: Int(operation.offset), bytes: bytes ?? [])
    }
  }
}

/// What a disk holds after its power went: all that was synced, and of the rest what chance left of it.
package struct DiskImage: Sendable {
  /// What becomes of an operation that was not synced.
  package enum Fate: CaseIterable, Sendable { case kept, dropped, torn }

  /// Sectors of this size are written whole or not at all.
  package static let sectorSize = 512

  /// By path; what is not there does not exist.
  package private(set) var files: [String: [UInt8]]

  /// - Parameters:
  ///   - files: what was on disk before the first operation.
  ///   - fate: of each operation that was not synced, in order; of a torn write the sectors are told one by one.
  package init(
    _ operations: [FaultyDisk.Operation], on files: [String: [UInt8]] = [:], fate: (FaultyDisk.Operation) -> Fate,
    keepsSector: () -> Bool
  ) {
    self.files = files
    let open = Set(Self.unsynced(operations))
    /// Files whose deletion was lost. Their names lead to them again, and not to what was written under the name since.
    var undeleted: Set<String> = []
    for (index, operation) in operations.enumerated() {
      let fate = open.contains(index) ? fate(operation) : .kept
      guard !undeleted.contains(operation.path) else { continue }
      defer { if operation.kind == .delete, self.files[operation.path] != nil { undeleted.insert(operation.path) } }
      switch fate {
      case .kept: apply(operation)
      case .dropped: break
      case .torn: tear(operation, keepsSector)
      }
    }
  }

  /// Returns the indices of the operations that no completed sync covers.
  package static func unsynced(_ operations: [FaultyDisk.Operation]) -> [Int] {
    var lastSync: [String: Int] = [:]
    for (index, operation) in operations.enumerated() where operation.kind == .sync { lastSync[operation.path] = index }
    return operations.indices.filter { index in
      let operation = operations[index]
      return operation.kind != .sync && index > lastSync[operation.path] ?? -1
        && !(operation.kind == .delete && operation.offset == 1)
    }
  }

  private mutating func apply(_ operation: FaultyDisk.Operation) {
    switch operation.kind {
    case .write: write(operation.bytes[...], at: operation.offset, to: operation.path)
    case .truncate:
      var bytes = files[operation.path] ?? []
      if bytes.count > operation.offset { bytes.removeSubrange(operation.offset...) }
      files[operation.path] = bytes
    case .delete: files[operation.path] = nil
    case .sync: break
    }
  }

  private mutating func tear(_ operation: FaultyDisk.Operation, _ keepsSector: () -> Bool) {
    // Other things than writes happen or do not.
    guard operation.kind == .write else {
      if keepsSector() { apply(operation) }
      return
    }
    var start = 0
    while start < operation.bytes.count {
      let end = min(operation.bytes.count, start + Self.sectorSize - (operation.offset + start) % Self.sectorSize)
      if keepsSector() { write(operation.bytes[start..<end], at: operation.offset + start, to: operation.path) }
      start = end
    }
  }

  private mutating func write(_ bytes: ArraySlice<UInt8>, at offset: Int, to path: String) {
    var file = files.removeValue(forKey: path) ?? []
    if file.count < offset + bytes.count {
      file.append(contentsOf: repeatElement(0, count: offset + bytes.count - file.count))
    }
    file.replaceSubrange(offset..<(offset + bytes.count), with: bytes)
    files[path] = file
  }
}
