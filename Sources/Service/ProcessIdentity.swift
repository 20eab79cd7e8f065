import Foundation

enum ProcessIdentity {
  static var pid: Int32 { getpid() }
}
