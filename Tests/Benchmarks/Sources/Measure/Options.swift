import Foundation

/// Returns the word after an option on the command line; `nil` without the option. Ends the program if no word follows,
/// or one that is not in `words`.
public func value(of option: String, among words: [String]? = nil) -> String? {
  let arguments = CommandLine.arguments
  guard let index = arguments.firstIndex(of: option) else { return nil }
  let value = arguments.indices.contains(index + 1) ? arguments[index + 1] : nil
  if let value, words?.contains(value) ?? true { return value }
  let wanted = words.map { "one of \($0.joined(separator: ", "))" } ?? "a value"
  FileHandle.standardError.write(Data("\(option) needs \(wanted)\n".utf8))
  exit(2)
}
