/// A library of the system that is loaded when it is first used: linked, it would slow the start of every program.
package final class LoadedLibrary: @unchecked Sendable {  // changed only by whoever declares its functions, before use
  private let handle: UnsafeMutableRawPointer?
  /// Why it cannot be used: it is not installed, or lacks a function. No function may be called then.
  package private(set) var failure: String?

  package init(_ name: String) {
    handle = dlopen(name, RTLD_NOW | RTLD_LOCAL)
    if handle == nil { failure = dlerror().map { String(cString: $0) } ?? "\(name) cannot be loaded" }
  }

  /// Returns a function of the library, or of one that it needs.
  ///
  /// - Parameter type: a `@convention(c)` function: what the header declares.
  package func function<Function>(_ name: String, as type: Function.Type = Function.self) -> Function {
    if let handle, let address = dlsym(handle, name) { return unsafeBitCast(address, to: type) }
    failure = failure ?? "it is too old: it has no \(name)"
    let end: @convention(c) () -> Void = { preconditionFailure("a function that was not found") }
    return unsafeBitCast(end, to: type)
  }
}
