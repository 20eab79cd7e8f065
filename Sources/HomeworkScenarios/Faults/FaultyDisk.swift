internal import CHomeworkFaults
package import HomeworkStore

/// A disk below a database whose operations can be counted, made to fail, and lost with the power: it proves what is
/// kept.
package final class FaultyDisk: @unchecked Sendable {
  // Its state is locked in C; the recording is read only while no thread writes.
  private let disk: OpaquePointer
  private var step: (() -> Void)?
  /// True if operations are recorded.
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

  /// True if nothing is written any more.
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

  /// One operation that a database requested of the disk.
  package struct Operation: Hashable, Sendable {
    package enum Kind: Int32, Sendable { case write, truncate, sync, delete }
    package let kind: Kind
    package let path: String
    /// The new size for a truncation; 1 if a deletion syncs the directory.
    package let offset: Int
    package let bytes: [UInt8]
  }

  /// All operations since it was created, or since the last `losePower`.
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

/// The content of a disk after a power loss: everything synced, and a random part of the rest.
package struct DiskImage: Sendable {
  /// The fate of an operation that was not synced.
  package enum Fate: CaseIterable, Sendable { case kept, dropped, torn }

  /// Sectors of this size are written completely or not at all.
  package static let sectorSize = 512

  /// The files by path; a file that is missing here does not exist.
  package private(set) var files: [String: [UInt8]]

  /// - Parameters:
  ///   - files: the files on disk before the first operation.
  ///   - fate: returns the fate of each unsynced operation, in order; `keepsSector` decides each sector of a torn
  ///     write.
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
    // Operations other than writes happen completely or not at all.
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
