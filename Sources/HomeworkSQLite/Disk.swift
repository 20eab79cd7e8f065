/// Where the files of a database are, in place of the system's own file access: a VFS of SQLite.
package struct Disk: Sendable {
  /// The name under which it is registered.
  let vfs: String
  /// What serves it outlives every connection on it.
  private let server: any AnyObject & Sendable

  package init(vfs: String, servedBy server: any AnyObject & Sendable) {
    (self.vfs, self.server) = (vfs, server)
  }
}
