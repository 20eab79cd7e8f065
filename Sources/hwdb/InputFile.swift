import Foundation
import Service
import Wire

/// Files that a command reads; `-` is standard input.
enum InputFile {
  static let largest = 64 << 20

  static func data(_ path: String) throws(CommandFailure) -> Data {
    if path == "-" { return FileHandle.standardInput.readDataToEndOfFile() }
    var isDirectory: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
      throw .file("\(path) is not there: check the path", isMissing: true)
    }
    guard !isDirectory.boolValue else { throw .file("\(path) is a directory: give a file", isMissing: false) }
    guard let data = FileManager.default.contents(atPath: path) else {
      throw .file("\(path) cannot be read: check its permissions", isMissing: false)
    }
    guard data.count <= largest else {
      throw .file("\(path) is larger than \(largest >> 20) MiB: split it", isMissing: false)
    }
    return data
  }

  static func text(_ path: String) throws(CommandFailure) -> String {
    guard let text = String(validating: try data(path), as: UTF8.self) else {
      throw .file("\(path) is not UTF-8: save it as UTF-8", isMissing: false)
    }
    return text
  }

  static func json(_ path: String) throws(CommandFailure) -> JSONValue {
    let text = try text(path)
    guard let json = try? JSONValue(parsing: Data(text.utf8)) else {
      throw .file("\(path) is not JSON: hwdb import says where", isMissing: false)
    }
    return json
  }

  /// A script with the quiz files that it names, which lie beside it. One that cannot be read is left out, and the parser
  /// says where it is named.
  static func scenario(_ path: String) throws(CommandFailure) -> JSONValue {
    let text = try text(path)
    let directory = URL(fileURLWithPath: path).deletingLastPathComponent()
    var files: [String: JSONValue] = [:]
    for name in Presentation.quizFiles(in: text) {
      let place = name.hasPrefix("/") ? name : directory.appendingPathComponent(name).path
      if let quiz = try? self.text(place) { files[name] = .string(quiz) }
    }
    return ["name": .string(path), "text": .string(text), "files": .object(files)]
  }
}
