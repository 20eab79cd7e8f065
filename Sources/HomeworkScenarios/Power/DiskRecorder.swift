import HomeworkSystem

/// Turns the system calls of a program into operations on the files below a directory, over all of its lives.
final class DiskRecorder: @unchecked Sendable {  // one thread plays a scenario
  /// The bytes kept of a recording; of a program that writes more, nothing is judged.
  private static let limit = 128 << 20

  private(set) var operations: [DiskOperation] = []
  /// The files whose changes cannot be recorded, and why; the empty path for all of them.
  private(set) var unjudged: [String: String] = [:]
  /// The files before the first operation, and as the program sees them now.
  let before: DiskImage
  private var image: DiskImage
  private var nodes: Int
  private var size = 0

  private let root: [Substring]
  /// The nodes of files without a name, by their last path.
  private var nameless: [String: Int] = [:]
  private var process = TracedProcess()
  /// The number of operations before the present call.
  private var since = 0

  /// A process with its threads.
  private struct TracedProcess {
    var number = 0
    /// The pipe to which it writes lines, and how many it has written.
    var output = "", lines = 0
    var open: [Handle: Opened] = [:]
    var directories: [Int: String] = [:], lastDirectory = Paths.absolute(".")
    /// Calls that have begun: their beginning, and the number of operations before it.
    var begun: [Int: (line: [UInt8], since: Int)] = [:]
  }

  /// A descriptor and its path, which identify an open file well enough: `check` finds what this gets wrong.
  private struct Handle: Hashable {
    let descriptor: Int
    let path: String

    init(_ value: SystemCall.Value) { (descriptor, path) = (value.number ?? -1, value.path ?? "") }
  }

  private struct Opened {
    var offset = 0
    var appends = false
    var isSynced = false
  }

  /// - Parameters:
  ///   - directory: the directory, in which there are only empty ones.
  ///   - names: their names.
  init(_ directory: String, with names: [String]) {
    root = Paths.resolved(directory).split(separator: "/")
    var image = DiskImage()
    for (index, name) in names.enumerated() {
      image.apply(DiskOperation(.create(.init(directory: 0, name: name), .directory([:])), of: index + 1))
    }
    (before, self.image, nodes) = (image, image, names.count)
  }

  /// - Parameter output: the pipe to which the program writes lines.
  func beginLife(output: String) { process = TracedProcess(number: process.number + 1, output: output) }

  // MARK: Lines of strace

  /// Takes a line; a call of one thread may be interrupted by those of others, and is then printed in two parts.
  func take(_ line: [UInt8]) {
    guard let space = line.firstIndex(of: 32), let thread = Int(String(decoding: line[..<space], as: UTF8.self)) else {
      return
    }
    since = operations.count
    if line.suffix(Self.unfinished.count).elementsEqual(Self.unfinished) {
      let beginning = Array(line.dropLast(Self.unfinished.count))
      process.begun[thread] = (beginning, since)
      // The runner may read the line from now on.
      if let call = SystemCall(beginning + Array(") = 1".utf8)), call.name == "write" { note(call) }
      return
    }
    guard let start = line[space...].firstIndex(where: { $0 != 32 }), line[start...].starts(with: Array("<... ".utf8)),
      let end = line.firstIndex(of: UInt8(ascii: ">")), let former = process.begun.removeValue(forKey: thread)
    else {
      if let call = SystemCall(line) { take(call) }
      return
    }
    since = former.since
    guard let call = SystemCall(former.line + line[(end + 1)...]) else { return }
    if call.name == "write", call[0].path == process.output { return }
    take(call)
  }

  static let unfinished = Array(" <unfinished ...>".utf8)

  /// Counts the lines that the program writes to the runner.
  private func note(_ call: SystemCall) {
    if call[0].path == process.output { process.lines += call[1].bytes.count { $0 == 10 } }
  }

  // MARK: Paths

  /// Returns the names below the directory; `nil` for a path outside.
  private func names(_ path: String) -> [String]? {
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return parts.starts(with: root) ? parts.dropFirst(root.count).map(String.init) : nil
  }

  private func absolute(_ names: some Sequence<String>) -> String {
    "/" + (root.map(String.init) + names).joined(separator: "/")
  }

  /// Returns the path of an argument of a call, which may be relative to the one before it, or to where the process is.
  private func path(_ call: SystemCall, _ index: Int, at directory: Int? = nil) -> String {
    let text = call[index].text
    if text.hasPrefix("/proc/self/fd/"), let number = Int(text.dropFirst(14)) {
      return process.open.keys.first { $0.descriptor == number }?.path ?? text
    }
    guard !text.hasPrefix("/") else { return text }
    let base = directory.flatMap { call[$0].path } ?? process.directories[call.process] ?? process.lastDirectory
    return text.isEmpty ? base : Paths.path(of: text, in: base)
  }

  private func node(_ path: String) -> Int? {
    if let node = nameless[path] { return node }
    guard let names = names(path) else { return nil }
    var node = 0
    for name in names {
      guard let next = image[DiskOperation.Entry(directory: node, name: name)] else { return nil }
      node = next
    }
    return node
  }

  private func entry(_ path: String) -> DiskOperation.Entry? {
    guard let names = names(path), let last = names.last else { return nil }
    guard let directory = node(absolute(names.dropLast())) else { return nil }
    return DiskOperation.Entry(directory: directory, name: last)
  }

  private func bytes(of node: Int) -> [UInt8] {
    guard case .file(let bytes)? = image.nodes[node] else { return [] }
    return bytes
  }

  /// The path as people know it: in the program's data directory.
  private func shown(_ path: String) -> String {
    guard let names = names(path) else { return path }
    return names.first == "data" ? names.dropFirst().joined(separator: "/") : names.joined(separator: "/")
  }

  private func add(
    _ effect: DiskOperation.Effect, of node: Int, _ call: SystemCall, _ path: String, synced: Bool = false
  ) {
    var operation = DiskOperation(effect, of: node)
    (operation.call, operation.path, operation.isSynced) = (call.name, shown(path), synced)
    (operation.life, operation.lines) = (process.number, process.lines)
    if case .write(_, let bytes) = effect { size += bytes.count }
    guard size <= Self.limit else { return markUnjudged("", "it wrote more than \(Self.limit >> 20) MB") }
    image.apply(operation)
    operations.append(operation)
  }

  private func markUnjudged(_ path: String, _ reason: String) { unjudged[path] = unjudged[path] ?? reason }

  // MARK: Calls

  private func take(_ call: SystemCall) {
    if call.name == "write" || call.name == "writev", call[0].path == process.output { return note(call) }
    if call[0].words == "AT_FDCWD", let directory = call[0].path { process.directories[call.process] = directory }
    // The paths of such a call are relative to the directory before each.
    let isAt = call.name.hasSuffix("at") || call.name.hasSuffix("at2")
    func file(_ number: Int = 0) -> String { isAt ? path(call, 2 * number + 1, at: 2 * number) : path(call, number) }
    switch call.name {
    case "chdir", "fchdir":
      process.lastDirectory =
        call.name == "chdir" ? Paths.absolute(path(call, 0)) : call[0].path ?? process.lastDirectory
      process.directories[call.process] = process.lastDirectory
    case "open", "openat", "openat2", "creat": opened(call, file(), call.name == "creat" ? nil : call[isAt ? 2 : 1])
    case "dup", "dup2", "dup3": process.open[Handle(call.result)] = process.open[Handle(call[0])]
    case "close": process.open[Handle(call[0])] = nil
    case "read", "readv": process.open[Handle(call[0])]?.offset += call.result.number ?? 0
    case "lseek": process.open[Handle(call[0])]?.offset = call.result.number ?? 0
    case "write", "writev": write(call, to: call[0], call[1], at: nil)
    case "pwrite64", "pwritev": write(call, to: call[0], call[1], at: call[3].number)
    case "pwritev2":
      write(
        call, to: call[0], call[1], at: call[3].number.flatMap { $0 < 0 ? nil : $0 },
        appends: call[4].has("RWF_APPEND"), synced: call[4].has("RWF_DSYNC") || call[4].has("RWF_SYNC"))
    case "sendfile": copy(call, from: call[1], call[2], to: call[0], SystemCall.Value())
    case "copy_file_range": copy(call, from: call[0], call[1], to: call[2], call[3])
    case "truncate": resize(call, path(call, 0), to: call[1].number)
    case "ftruncate": resize(call, call[0].path ?? "", to: call[1].number)
    case "fallocate": allocate(call)
    case "mkdir", "mkdirat": create(.directory([:]), file(), call)
    case "symlink", "symlinkat": create(.link(call[0].text), isAt ? path(call, 2, at: 1) : path(call, 1), call)
    case "link", "linkat": link(call, file(), file(1))
    case "rename", "renameat", "renameat2": rename(call, file(), file(1))
    case "unlink", "unlinkat", "rmdir": remove(call, file())
    case "fsync", "fdatasync":
      if let path = call[0].path, let node = node(path) { add(.sync(since: since), of: node, call, path) }
    case "sync", "syncfs": add(.syncAll(since: since), of: 0, call, "")
    case "mmap":
      guard let path = call[4].path, node(path) != nil, call[3].has("MAP_SHARED"), call[2].has("PROT_WRITE") else {
        return
      }
      markUnjudged(shown(path), "a shared writable mapping")
    case "execve":
      var status = stat()
      let path = path(call, 0)
      guard stat(path, &status) == 0, status.st_mode & S_ISUID != 0, status.st_uid != geteuid() else { return }
      markUnjudged("", "\(path) runs as another user, which strace prevents")
    case "splice": if let path = call[2].path, node(path) != nil { markUnjudged(shown(path), "splice") }
    case "io_uring_setup": markUnjudged("", "io_uring")
    case "io_submit": markUnjudged("", "asynchronous input and output")
    default: break
    }
  }

  private func opened(_ call: SystemCall, _ path: String, _ flags: SystemCall.Value?) {
    // The path of the descriptor has no symlinks.
    let path = call.result.path ?? path
    let isNameless = flags?.has("O_TMPFILE") ?? false
    guard names(path) != nil else { return }
    if isNameless {
      nodes += 1
      nameless[path] = nodes
      image.apply(DiskOperation(.resize(to: 0), of: nodes))
    } else if node(path) == nil, flags?.has("O_CREAT") ?? true {
      create(.file([]), path, call)
    }
    guard let node = node(path), case .file(let bytes)? = image.nodes[node] else { return }
    if flags?.has("O_TRUNC") ?? true, !bytes.isEmpty { add(.resize(to: 0), of: node, call, path) }
    if flags?.has("O_DIRECT") ?? false { markUnjudged(shown(path), "O_DIRECT") }
    process.open[Handle(call.result)] = Opened(
      appends: flags?.has("O_APPEND") ?? false, isSynced: flags.map { $0.has("O_SYNC") || $0.has("O_DSYNC") } ?? false)
  }

  private func create(_ node: DiskImage.Node, _ path: String, _ call: SystemCall) {
    guard let entry = entry(path) else { return }
    nodes += 1
    add(.create(entry, node), of: nodes, call, path)
  }

  private func write(
    _ call: SystemCall, to file: SystemCall.Value, _ data: SystemCall.Value, at offset: Int?, appends: Bool = false,
    synced: Bool = false
  ) {
    guard let path = file.path, let node = node(path), let count = call.result.number, count > 0 else { return }
    guard data.bytes.count >= count else { return markUnjudged(shown(path), "a write of \(count) bytes at a time") }
    let handle = Handle(file)
    let opened = process.open[handle] ?? Opened()
    let start = opened.appends || appends ? bytes(of: node).count : offset ?? opened.offset
    add(
      .write(offset: start, bytes: Array(data.bytes.prefix(count))), of: node, call, path,
      synced: synced || opened.isSynced)
    if offset == nil { process.open[handle, default: opened].offset = start + count }
  }

  /// A copy within the system, whose data is not printed.
  private func copy(
    _ call: SystemCall, from source: SystemCall.Value, _ start: SystemCall.Value, to file: SystemCall.Value,
    _ offset: SystemCall.Value
  ) {
    guard let path = source.path, let count = call.result.number, count > 0 else { return }
    func number(in value: SystemCall.Value) -> Int? { Int(value.words.drop { $0 == "[" }.prefix(while: \.isNumber)) }
    let from = number(in: start) ?? process.open[Handle(source)]?.offset ?? 0
    // A file elsewhere is not recorded, and has hardly changed since.
    let all = node(path).map(bytes) ?? (try? Files.bytes(of: path, upTo: .max)) ?? []
    if number(in: start) == nil { process.open[Handle(source)]?.offset += count }
    var data = SystemCall.Value()
    data.bytes = Array(all.dropFirst(from).prefix(count))
    write(call, to: file, data, at: number(in: offset))
  }

  private func resize(_ call: SystemCall, _ path: String, to size: Int?) {
    guard let node = node(path), let size, bytes(of: node).count != size else { return }
    add(.resize(to: size), of: node, call, path)
  }

  private func allocate(_ call: SystemCall) {
    guard let path = call[0].path, let node = node(path), let start = call[2].number, let length = call[3].number else {
      return
    }
    let mode = call[1]
    let (size, keepsSize) = (bytes(of: node).count, mode.has("FALLOC_FL_KEEP_SIZE"))
    if mode.has("FALLOC_FL_COLLAPSE_RANGE") || mode.has("FALLOC_FL_INSERT_RANGE") {
      return markUnjudged(shown(path), "fallocate moves its content")
    }
    if !keepsSize, start + length > size { resize(call, path, to: start + length) }
    guard mode.has("FALLOC_FL_PUNCH_HOLE") || mode.has("FALLOC_FL_ZERO_RANGE") else { return }
    let end = min(start + length, bytes(of: node).count)
    guard start < end else { return }
    add(.write(offset: start, bytes: [UInt8](repeating: 0, count: end - start)), of: node, call, path)
  }

  private func link(_ call: SystemCall, _ from: String, _ to: String) {
    guard let entry = entry(to) else { return }
    guard let node = node(from) else { return markUnjudged(shown(to), "a link from elsewhere") }
    add(.link(entry), of: node, call, to)
  }

  private func rename(_ call: SystemCall, _ from: String, _ to: String) {
    let (source, target) = (entry(from), entry(to))
    if call[4].has("RENAME_EXCHANGE") { return markUnjudged(shown(to), "an exchange of names") }
    guard let source, let node = image[source] else {
      if target != nil { markUnjudged(shown(to), "it was moved from elsewhere") }
      return
    }
    guard let target else { return add(.remove(source), of: node, call, from) }
    let replaced = image[target]
    add(.rename(from: source, to: target, replaces: replaced != nil), of: node, call, to)
    if let replaced, replaced != node { keepNameless(replaced, to) }
  }

  private func remove(_ call: SystemCall, _ path: String) {
    guard let entry = entry(path), let node = image[entry] else { return }
    add(.remove(entry), of: node, call, path)
    keepNameless(node, path)
  }

  /// Notes that an open file may be known by a path that it no longer has.
  private func keepNameless(_ node: Int, _ path: String) {
    if let names = names(path) { nameless[absolute(names) + SystemCall.deleted] = node }
  }

  // MARK: The check

  /// Compares the recording with the files that are there, once the program has ended: what differs was not recorded.
  func check(_ directory: String) {
    let recorded = Dictionary(image.tree.map { ($0.path, $0.node) }) { one, _ in one }
    let found = Files.namesBelow(directory).filter { name in before.tree.contains { name.hasPrefix($0.path + "/") } }
    for path in Set(found).union(recorded.keys).subtracting(before.tree.map(\.path)) {
      let file = Paths.path(of: path, in: directory)
      let isSame =
        switch recorded[path] {
        case nil: false
        case .file(let bytes): (try? Files.bytes(of: file, upTo: .max)) == bytes
        case .directory: Files.isDirectory(file)
        case .link(let target): Files.target(of: file) == target
        }
      if !isSame { markUnjudged(shown(absolute([path])), "some operations on it could not be recorded") }
    }
  }
}
