/// Operations on paths, as text.
package enum Paths {
  /// Returns the absolute path, without a trailing slash.
  package static func absolute(_ path: String) -> String {
    guard !path.hasPrefix("/") else { return withoutSlashAtEnd(path) }
    var parts =
      (getcwd(nil, 0).map { directory in
        defer { free(directory) }
        return String(cString: directory)
      } ?? "").split(separator: "/")
    for part in path.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return "/" + parts.joined(separator: "/")
  }

  /// Returns the absolute path of a file's directory.
  package static func directory(of path: String) -> String {
    let path = absolute(path)
    guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return "/" }
    return withoutSlashAtEnd(String(path[..<slash]))
  }

  /// Returns the path of a name in a directory.
  package static func path(of name: String, in directory: String) -> String {
    directory.hasSuffix("/") ? directory + name : "\(directory)/\(name)"
  }

  /// Returns the path with all symlinks resolved; if nothing exists there yet, resolves its directory.
  package static func resolved(_ path: String) -> String {
    let path = absolute(path)
    if let real = realpath(path, nil) {
      defer { free(real) }
      return String(cString: real)
    }
    guard path != "/" else { return path }
    var status = stat()
    // A symlink to a missing file: the target is about to be created.
    if lstat(path, &status) == 0, let target = Files.target(of: path) {
      return target.hasPrefix("/") ? target : self.path(of: target, in: directory(of: path))
    }
    return self.path(of: String(path.split(separator: "/").last ?? ""), in: resolved(directory(of: path)))
  }

  /// The directory for temporary files: `$TMPDIR`, else `/tmp`.
  package static var temporary: String {
    Surroundings.environment["TMPDIR"].flatMap { $0.isEmpty ? nil : absolute($0) } ?? "/tmp"
  }

  /// The user's directory for what lasts as long as the login, `$XDG_RUNTIME_DIR`; `nil` if it is missing, or if others
  /// may look into it.
  package static var runtime: String? {
    guard let path = Surroundings.environment["XDG_RUNTIME_DIR"], path.hasPrefix("/") else { return nil }
    var status = stat()
    let isPrivate =
      stat(path, &status) == 0 && status.st_mode & (S_IFMT | 0o077) == S_IFDIR && status.st_uid == geteuid()
    return isPrivate ? absolute(path) : nil
  }

  private static func withoutSlashAtEnd(_ path: String) -> String {
    var path = path[...]
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return String(path)
  }
}

/// Operations on whole files.
package enum Files {
  /// Returns whether a path leads to something, following symlinks.
  package static func exists(_ path: String) -> Bool { mode(of: path) != nil }

  package static func isDirectory(_ path: String) -> Bool { mode(of: path).map { $0 & S_IFMT == S_IFDIR } ?? false }

  private static func mode(of path: String) -> mode_t? {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode : nil
  }

  /// Returns a file's size in bytes; `nil` if it does not exist.
  package static func size(_ path: String) -> Int? {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : nil
  }

  /// Returns a file's modification time, in seconds and nanoseconds since 1970; `nil` if it does not exist.
  package static func modified(_ path: String) -> [Int]? {
    var status = stat()
    return stat(path, &status) == 0 ? [status.st_mtim.tv_sec, status.st_mtim.tv_nsec] : nil
  }

  /// Returns a symlink's target; `nil` if it is not a symlink.
  package static func target(of link: String) -> String? {
    var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(link, &bytes, bytes.count)
    return count < 0 ? nil : String(decoding: bytes.prefix(count), as: UTF8.self)
  }

  /// Writes bytes to a file, replacing its content or creating it.
  package static func write(_ bytes: some Collection<UInt8>, to path: String) throws(SystemFailure) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw SystemFailure(path) }
    defer { close(descriptor) }
    guard write(bytes, to: descriptor) else { throw SystemFailure(path) }
  }

  /// Writes all bytes; returns false on failure, with the reason in `errno`.
  @discardableResult
  package static func write(_ bytes: some Collection<UInt8>, to descriptor: Int32) -> Bool {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { HomeworkSystem.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// Returns the names of a directory's entries; none if it cannot be read.
  ///
  /// - Parameter part: returns only names that contain this; others are not converted to text.
  package static func names(in directory: String, containing part: String = "") -> [String] {
    guard let stream = opendir(directory) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 1) { name in
          strstr(name, part) == nil ? nil : String(cString: name)
        }
      }
      if let name, name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  /// Returns the paths, relative to the directory, of everything in it and below; does not follow symlinks.
  package static func namesBelow(_ directory: String) -> [String] {
    names(in: directory).flatMap { name in
      [name]
        + (isDirectoryItself("\(directory)/\(name)") ? namesBelow("\(directory)/\(name)").map { "\(name)/\($0)" } : [])
    }
  }

  private static func isDirectoryItself(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Removes a file, or a directory with its content, even without permissions on it. Leaves what cannot be removed.
  package static func remove(_ path: String) {
    if isDirectoryItself(path) {
      chmod(path, 0o700)
      for name in names(in: path) { remove("\(path)/\(name)") }
      rmdir(path)
    } else {
      unlink(path)
    }
  }

  /// Creates a directory and its missing parents, accessible to their owner only. Each is on disk before the next:
  /// otherwise a power failure could take acknowledged data together with its directory.
  package static func makeDirectory(_ path: String) throws(SystemFailure) {
    var missing: [String] = []
    var directory = Paths.absolute(path)
    while !exists(directory), directory != "/" {
      missing.append(directory)
      directory = Paths.directory(of: directory)
    }
    for directory in missing.reversed() {
      guard mkdir(directory, 0o700) == 0 || errno == EEXIST, syncDirectory(Paths.directory(of: directory)) else {
        throw SystemFailure(directory)
      }
    }
  }

  /// Syncs a directory's names to disk. Succeeds without effect if the file system has nothing to sync for a directory,
  /// or the directory cannot be opened for reading.
  @discardableResult
  package static func syncDirectory(_ path: String) -> Bool {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return true }
    defer { close(descriptor) }
    return fsync(descriptor) == 0 || errno == EINVAL
  }
}
