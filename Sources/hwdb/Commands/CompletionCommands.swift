import HomeworkAPI
import HomeworkModel
import HomeworkMotion

extension CommandTable {
  static let completion: [Command] = [
    Command(
      "completion", "SHELL", 1...1, "prints the completions for bash, zsh or fish",
      example: "hwdb completion bash"
    ) { invocation in
      guard let shell = Completion.Shell(rawValue: invocation.operands[0]) else {
        throw CommandFailure.usage("\"\(invocation.operands[0])\" is not a supported shell: write bash, zsh or fish")
      }
      Output.write(Completion.script(for: shell))
    }
  ]

  /// A hidden command for `make install`.
  static let manual = Command("manual-page", "", 0...0, "prints hwdb(1)", example: "") { _ in
    Output.write(Manual.page)
  }

  /// A hidden command for the completion scripts.
  static let completeWords = Command("complete-words", "[WORD]…", 0...Int.max, "completes", example: "") { invocation in
    let candidates = Completion.candidates(for: invocation.operands) { operand in
      if operand == "PROFILE" {
        return ProfileName.designs.map { Completion.Candidate(text: $0.rawValue, summary: "") }
      }
      if operand == "NAME" { return animations(besides: invocation) }
      guard operand == "ID", let backend = try? Backend(invocation),
        let page = try? backend(Methods.homeworkList, ListHomeworkParams { $0.limit = 200 })
      else { return [] }
      return page.items.map { Completion.Candidate(text: String($0.id.text.suffix(8)), summary: $0.title) }
    }
    Output.write(candidates.map { "\($0.text)\t\(printable($0.summary))\n" }.joined())
  }

  /// Returns the animations of the five designs, or of the files that `--animations` names on the line.
  private static func animations(besides invocation: Invocation) -> [Completion.Candidate] {
    let words = invocation.operands
    let paths =
      zip(words, words.dropFirst()).filter { $0.0 == "--animations" }.map(\.1)
      + words.filter { $0.hasPrefix("--animations=") }.map { String($0.dropFirst("--animations=".count)) }
    // Files that cannot be read offer no completions.
    guard let files = try? InputFile.animations(paths), let backend = try? Backend(invocation),
      let catalogue = try? backend(Methods.motionList, AnimationChoice { $0.animations = files })
    else { return [] }
    return catalogue.items.map { Completion.Candidate(text: $0.name.rawValue, summary: $0.title) }
  }
}
