/// A mutex that can be locked and unlocked in different places, and tried without waiting.
package final class Lock: @unchecked Sendable {  // it guards itself
  // At a fixed address: a mutex must not move.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

  package init() {
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  package func lock() { pthread_mutex_lock(mutex) }
  package func unlock() { pthread_mutex_unlock(mutex) }
  package func `try`() -> Bool { pthread_mutex_trylock(mutex) == 0 }

  package func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
    lock()
    defer { unlock() }
    return try body()
  }
}

/// A value used by one thread at a time.
///
/// Like the standard library's `Mutex`, except that waiting threads sleep at once: on Linux, `Mutex` first spins for
/// tens of microseconds, in which the lock's holder may be waiting for the same processor.
package struct Guarded<Value>: ~Copyable, @unchecked Sendable {  // it guards its value
  // Both in one allocation, because a mutex must not move. Not a struct: its type would be looked up each time.
  @usableFromInline let mutex: UnsafeMutablePointer<pthread_mutex_t>
  @usableFromInline let value: UnsafeMutablePointer<Value>

  @inlinable
  package init(_ initial: consuming sending Value) {
    let alignment = max(MemoryLayout<Value>.alignment, MemoryLayout<pthread_mutex_t>.alignment)
    let offset = (MemoryLayout<pthread_mutex_t>.size + alignment - 1) / alignment * alignment
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: offset + MemoryLayout<Value>.size, alignment: alignment)
    mutex = memory.initializeMemory(as: pthread_mutex_t.self, to: pthread_mutex_t())
    value = (memory + offset).initializeMemory(as: Value.self, to: initial)
    pthread_mutex_init(mutex, nil)
  }

  @inlinable
  deinit {
    pthread_mutex_destroy(mutex)
    value.deinitialize(count: 1)
    UnsafeMutableRawPointer(mutex).deallocate()
  }

  @inlinable
  package borrowing func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value.pointee)
  }
}

/// System threads, for blocking work.
package enum Threads {
  private final class Start {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) {
      self.body = body
    }
  }

  /// Starts a detached thread.
  ///
  /// - Parameter stackBytes: the size of its stack; the system's default if `nil`.
  package static func start(stackBytes: Int? = nil, _ body: @escaping @Sendable () -> Void) {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    if let stackBytes { pthread_attr_setstacksize(&attributes, stackBytes) }
    var thread = pthread_t()
    let start = Unmanaged.passRetained(Start(body))
    let status = pthread_create(
      &thread, &attributes,
      { start in
        if let start { Unmanaged<Start>.fromOpaque(start).takeRetainedValue().body() }
        return nil
      }, start.toOpaque())
    guard status == 0 else { fatalError("no thread can be started: \(systemReason(status))") }
  }

  /// Suspends this thread.
  package static func sleep(seconds: Double) { usleep(UInt32(seconds * 1e6)) }
}
