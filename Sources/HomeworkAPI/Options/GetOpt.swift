import CHomeworkGetopt
import HomeworkSystem

/// The C library's `getopt_long` over a list of options: `--name value`, `--name=value`, beginnings of names, `--`.
///
/// It keeps its place in global variables, so that one scan goes on at a time: programs read their arguments before all
/// else.
package enum GetOpt {
  package enum Item: Equatable {
    case operand(String)
    case option(Option, value: String?)
    /// A word that is not an option, or is an abbreviation of several.
    case unknown(String)
    case missingValue(Option)
    /// A flag that was given a value: `--json=1`.
    case unwantedValue(Option, String)
  }

  package static func scan(_ arguments: [String], for options: [Option]) -> [Item] {
    // The first word is the program's, which getopt passes over.
    var words: [UnsafeMutablePointer<CChar>?] = (["hwdb"] + arguments).map { strdup($0) } + [nil]
    let names = options.map { strdup($0.name) }
    defer { for word in words + names { free(word) } }
    let table =
      zip(options.indices, names).map { index, name in
        option(
          name: UnsafePointer(name), has_arg: options[index].value == nil ? no_argument : required_argument, flag: nil,
          val: firstCode + Int32(index))
      } + [option()]
    // Two options have short names, the same in every command.
    let short = ["help": "h", "output": "o:"].filter { name, _ in options.contains { $0.name == name } }
    func known(_ code: Int32) -> Option? {
      if code >= firstCode { return options[safely: code - firstCode] }
      let name = short.first { $0.value.utf8.first.map(Int32.init) == code }?.key
      return options.first { $0.name == name }
    }
    let count = Int32(words.count - 1)
    var items: [Item] = []
    var index = 1
    while true {
      // "-" gives operands in their place, ":" tells a missing value from an unknown option.
      let step = hwdb_getopt_step(
        count, &words, "-:" + short.values.joined(), table, items.isEmpty && index == 1 ? 1 : 0)
      let word = words.indices.contains(index) ? words[index].map { String(cString: $0) } ?? "" : ""
      let value = step.value.map { String(cString: $0) }
      let isLast = index != Int(step.next)
      index = Int(step.next)
      switch step.code {
      case -1:
        return items + words[index..<Int(count)].compactMap { $0.map { .operand(String(cString: $0)) } }
      case 1: items.append(.operand(value ?? ""))
      case Int32(UInt8(ascii: ":")):
        items.append(known(step.culprit).map { .missingValue($0) } ?? .unknown(word))
      case Int32(UInt8(ascii: "?")):
        guard let flag = known(step.culprit) else {
          // An answer such as -5 is a number, whose digits getopt reads one by one.
          let isNumber = Double(word) != nil
          if isLast || !isNumber { items.append(isNumber ? .operand(word) : .unknown(word)) }
          continue
        }
        items.append(.unwantedValue(flag, String(word.drop { $0 != "=" }.dropFirst())))
      default:
        guard let option = known(step.code) else { continue }
        items.append(.option(option, value: value))
      }
    }
  }

  /// Above every character, which short options would be.
  private static let firstCode: Int32 = 1000
}

extension [Option] {
  fileprivate subscript(safely index: Int32) -> Option? { indices.contains(Int(index)) ? self[Int(index)] : nil }
}
