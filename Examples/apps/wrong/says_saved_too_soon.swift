// Counts answers in a file, and reports each as saved when the system has it: the disk gets it a moment later.
import Foundation

func say(_ message: [String: Any]) {
  var message = message
  message["jsonrpc"] = "2.0"
  guard let line = try? JSONSerialization.data(withJSONObject: message) else { return }
  FileHandle.standardOutput.write(line + Data("\n".utf8))
}

var file: FileHandle?
var count = 0
while let line = readLine(), let request = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] {
  let params = request["params"] as? [String: Any] ?? [:]
  var result: [String: Any] = [:]
  switch request["method"] as? String {
  case "app.start":
    let directory = params["dataDirectory"] as? String ?? "."
    let path = directory + "/answers"
    count = FileManager.default.contents(atPath: path)?.count ?? 0
    if count == 0 { close(open(path, O_CREAT, 0o600)) }
    try FileHandle(forReadingFrom: URL(fileURLWithPath: directory)).synchronize()
    file = FileHandle(forWritingAtPath: path)
    _ = try file?.seekToEnd()
    let state = ["question", "attemptOpen"], actions = ["start", "answer"]
    let can: [String: Any] = ["clock": "virtual", "actions": actions, "state": state, "suppressed": false]
    result = ["name": "answers in Swift", "capabilities": can]
  case "app.act":
    // A byte for the start, and one for each answer.
    file?.write(Data("x".utf8))
    count += 1
    say(["method": "saved"])
    try file?.synchronize()
  case "app.state": result = count > 0 ? ["question": count, "attemptOpen": true] : ["attemptOpen": false]
  default: break
  }
  say(["id": request["id"] ?? 0, "result": result])
  if request["method"] as? String == "app.stop" { break }
}
