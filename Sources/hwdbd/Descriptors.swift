import HomeworkService
import HomeworkSystem

/// What this process may open: as much as the system allows, and enough of it kept from connections for all else.
struct Descriptors {
  /// All of them.
  let limit: Int
  /// What connections may take of them, beside all else and so many libraries of a directory.
  func forConnections(besideLibraries libraries: Int) -> Int {
    limit - ServedCalls.descriptors - libraries * ServedCalls.descriptorsOfLibrary
  }

  /// How many libraries may be open: as many as are wanted, or what half of the descriptors are enough for.
  func libraries(of wanted: Int) -> Int {
    max(1, min(wanted, (limit - ServedCalls.descriptors) / 2 / ServedCalls.descriptorsOfLibrary))
  }

  struct TooFew: Error, CustomStringConvertible {
    let limit: Int
    let needed: Int

    var description: String { "\(limit) descriptors are too few: raise the limit with ulimit -n \(needed)" }
  }

  /// A few connections at least, or it would serve nobody.
  private static let fewestConnections = 8

  /// Raises the limit as far as it goes.
  init() throws(TooFew) {
    var limit = rlimit()
    getrlimit(Int32(RLIMIT_NOFILE.rawValue), &limit)
    let wasLimit = limit
    limit.rlim_cur = limit.rlim_max
    // Where the system does not go so far after all, what it was holds.
    if setrlimit(Int32(RLIMIT_NOFILE.rawValue), &limit) != 0 { limit = wasLimit }
    self.limit = Int(clamping: limit.rlim_cur)
    let needed = ServedCalls.descriptors + Self.fewestConnections
    guard self.limit >= needed else { throw TooFew(limit: self.limit, needed: needed) }
  }
}
