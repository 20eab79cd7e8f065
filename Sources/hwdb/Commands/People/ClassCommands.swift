import HomeworkAPI
import HomeworkModel

extension CommandTable {
  static let classes: [Command] = [
    Command(
      "class open", "", 0...0,
      "opens the class for 12 hours: pupils join with its code on the page that hwdbd --http serves",
      example: "hwdb class open"
    ) { invocation in
      let code = try Backend(invocation)(Methods.classOpen)
      Output.show(code, as: Methods.classOpen.result, invocation) { TextOutput.joinCode($0) }
    },
    Command("class show", "", 0...0, "shows the code of the class, if it is open", example: "hwdb class show") {
      invocation in
      let code = try Backend(invocation)(Methods.classShow)
      Output.show(code, as: Methods.classShow.result, invocation, isAskedFor: true) { TextOutput.joinCode($0) }
    },
    Command(
      "class close", "", 0...0, "closes the class: its code is void; pupils who have joined stay",
      example: "hwdb class close"
    ) { invocation in
      try Backend(invocation)(Methods.classClose)
      Output.show((), as: Methods.classClose.result, invocation) { "The class is closed\n" }
    },
    Command(
      "teacher password", "", 0...0,
      "sets the password with which teachers come in on the page, read from the terminal or standard input",
      example: "hwdb teacher password"
    ) { invocation in
      let password = Prompt.secret("The new password, at least 8 characters:")
      try Backend(invocation)(Methods.teacherPassword, password)
      Output.show((), as: Methods.teacherPassword.result, invocation) {
        "The password is set; teachers who used the former one are signed out\n"
      }
    },
  ]
}

extension TextOutput {
  fileprivate static func joinCode(_ code: JoinCode?) -> String {
    code.map { "\($0.text)  until \(Times.localTime($0.until))\n" } ?? "The class is closed: hwdb class open opens it\n"
  }
}
