/// A VFS of SQLite that stores the files of a database, in place of the system's own file access.
package struct Disk: Sendable {
  /// The name under which it is registered.
  let vfs: String
  /// Keeps the server of the VFS alive for every connection on it.
  private let server: any AnyObject & Sendable

  package init(vfs: String, servedBy server: any AnyObject & Sendable) {
    (self.vfs, self.server) = (vfs, server)
  }
}
