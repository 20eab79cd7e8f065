/// A system library loaded at its first use: if linked, it would slow the start of every program.
package final class LoadedLibrary: @unchecked Sendable {  // changed only by its declarer, before use
  private let handle: UnsafeMutableRawPointer?
  /// The reason why it is unusable: it is not installed, or lacks a function. No function may be called then.
  package private(set) var failure: String?

  package init(_ name: String) {
    handle = dlopen(name, RTLD_NOW | RTLD_LOCAL)
    if handle == nil { failure = dlerror().map { String(cString: $0) } ?? "\(name) cannot be loaded" }
  }

  /// Returns a function of the library, or of one of its dependencies.
  ///
  /// - Parameter type: a `@convention(c)` function, as the header declares it.
  package func function<Function>(_ name: String, as type: Function.Type = Function.self) -> Function {
    if let handle, let address = dlsym(handle, name) { return unsafeBitCast(address, to: type) }
    failure = failure ?? "it is too old: it has no \(name)"
    let end: @convention(c) () -> Void = { preconditionFailure("a function that was not found") }
    return unsafeBitCast(end, to: type)
  }
}
