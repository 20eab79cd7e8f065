import HomeworkService
import HomeworkSystem

/// The descriptors that this process may open: as many as the system allows, some of them reserved from connections.
struct Descriptors {
  /// The number that this process may open.
  let limit: Int
  /// The number reserved for the page.
  private let page: Int
  /// The number available to connections, besides all other uses.
  var forConnections: Int { limit - ServedCalls.descriptors - page }

  struct TooFew: Error, CustomStringConvertible {
    let limit: Int
    let needed: Int

    var description: String { "\(limit) descriptors are too few: raise the limit with ulimit -n \(needed)" }
  }

  /// The minimum number of connections worth serving.
  private static let fewestConnections = 8

  /// Raises the limit to its maximum.
  ///
  /// - Parameter page: the number reserved for the page.
  init(forPage page: Int) throws(TooFew) {
    self.page = page
    var limit = rlimit()
    getrlimit(Int32(RLIMIT_NOFILE.rawValue), &limit)
    let wasLimit = limit
    limit.rlim_cur = limit.rlim_max
    // If the system refuses the maximum, the previous limit remains.
    if setrlimit(Int32(RLIMIT_NOFILE.rawValue), &limit) != 0 { limit = wasLimit }
    self.limit = Int(clamping: limit.rlim_cur)
    let needed = ServedCalls.descriptors + page + Self.fewestConnections
    guard self.limit >= needed else { throw TooFew(limit: self.limit, needed: needed) }
  }
}
