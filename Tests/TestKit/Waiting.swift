import Foundation

/// Waits while `condition` is true, but at most `seconds`; the caller then checks what it waited for.
public func waitWhile(_ seconds: Double = 10, _ condition: () throws -> Bool) rethrows {
  let end = Date(timeIntervalSinceNow: seconds)
  while try condition(), Date() < end { usleep(2_000) }
}
