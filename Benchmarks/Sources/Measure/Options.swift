import Foundation

/// Returns what follows an option on the command line; `nil` where it is not there. Ends the program where nothing
/// follows, or another word than these.
public func value(of option: String, among words: [String]? = nil) -> String? {
  let arguments = CommandLine.arguments
  guard let place = arguments.firstIndex(of: option) else { return nil }
  let value = arguments.indices.contains(place + 1) ? arguments[place + 1] : nil
  if let value, words?.contains(value) ?? true { return value }
  let wanted = words.map { "one of \($0.joined(separator: ", "))" } ?? "a value"
  FileHandle.standardError.write(Data("\(option) needs \(wanted)\n".utf8))
  exit(2)
}
