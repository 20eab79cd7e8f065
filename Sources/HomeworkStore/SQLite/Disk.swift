/// An SQLite VFS that stores a database's files, instead of the system's own file access.
package struct Disk: Sendable {
  /// The name under which the VFS is registered.
  let vfs: String
  /// Keeps the VFS's server alive for every connection that uses it.
  private let server: any AnyObject & Sendable

  package init(vfs: String, servedBy server: any AnyObject & Sendable) {
    (self.vfs, self.server) = (vfs, server)
  }
}
