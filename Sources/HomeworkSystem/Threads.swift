/// A mutex that may be locked in one place and unlocked in another, and only be tried.
package final class Lock: @unchecked Sendable {  // it guards itself
  // At an address of its own: a mutex must not move.
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

/// A value that one thread at a time uses.
///
/// As `Mutex` of the standard library, but that who waits sleeps at once: on Linux those of a `Mutex` turn in circles
/// for tens of microseconds first, in which the thread that has it may be waiting for their processor.
package struct Guarded<Value>: ~Copyable, @unchecked Sendable {  // it guards its value
  @usableFromInline
  struct Storage {
    /// The first, so that it is where the storage is: a mutex must not move.
    @usableFromInline var mutex = pthread_mutex_t()
    @usableFromInline var value: Value

    @inlinable
    init(_ value: consuming Value) { self.value = value }
  }

  @usableFromInline let storage: UnsafeMutablePointer<Storage>

  @inlinable var mutex: UnsafeMutablePointer<pthread_mutex_t> {
    UnsafeMutableRawPointer(storage).assumingMemoryBound(to: pthread_mutex_t.self)
  }

  @inlinable
  package init(_ initial: consuming sending Value) {
    storage = .allocate(capacity: 1)
    storage.initialize(to: Storage(initial))
    pthread_mutex_init(mutex, nil)
  }

  @inlinable
  deinit {
    pthread_mutex_destroy(mutex)
    storage.deinitialize(count: 1)
    storage.deallocate()
  }

  @inlinable
  package borrowing func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&storage.pointee.value)
  }
}

/// Threads of the system, for what blocks.
package enum Threads {
  private final class Start {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) {
      self.body = body
    }
  }

  /// Starts one, for which nobody waits.
  ///
  /// - Parameter stackBytes: the size of its stack; that of the system unless given.
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

  /// Has this thread wait.
  package static func sleep(seconds: Double) { usleep(UInt32(seconds * 1e6)) }
}
