import HomeworkAPI

/// Completions for shells, generated from the table of commands.
///
/// Each shell's script calls `hwdb` itself, by the hidden command `complete-words`, so that it offers current commands,
/// options, values, and ids with titles.
enum Completion {
  enum Shell: String, CaseIterable {
    case bash, zsh, fish
  }

  /// A word to type, and its description.
  struct Candidate: Equatable {
    let text: String
    let summary: String
  }

  static func script(for shell: Shell) -> String {
    switch shell {
    case .bash:
      """
      # bash completion of hwdb: source it, or put it where bash-completion looks.
      _hwdb() {
        local IFS=$'\\n'
        COMPREPLY=($(hwdb complete-words -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2> /dev/null | cut -f 1))
        [ "${#COMPREPLY[@]}" -gt 0 ] || compopt -o default
      }
      complete -F _hwdb hwdb

      """
    case .zsh:
      """
      #compdef hwdb
      # zsh completion of hwdb: put it as _hwdb into a directory of $fpath.
      _hwdb() {
        local -a candidates
        candidates=("${(@f)$(hwdb complete-words -- "${(@)words[2,CURRENT]}" 2> /dev/null |
          sed 's/:/\\\\:/g; s/\\t/:/')}")
        [[ -n ${candidates[1]} ]] && _describe hwdb candidates || _files
      }
      compdef _hwdb hwdb

      """
    case .fish:
      """
      # fish completion of hwdb: put it into ~/.config/fish/completions.
      complete -c hwdb -a '(hwdb complete-words -- (commandline -opc)[2..] (commandline -ct) 2> /dev/null)'

      """
    }
  }

  /// Returns the possible completions of the last word.
  ///
  /// - Parameter ids: returns ids with titles; called only if an id is possible.
  static func candidates(for words: [String], ids: (_ operand: String) -> [Candidate]) -> [Candidate] {
    let last = words.last ?? ""
    let before = Array(words.dropLast())
    let command = command(of: before)
    let options = (command?.options ?? []) + Option.global
    if let flag = before.last, flag.hasPrefix("--"), let option = options.first(where: { "--\($0.name)" == flag }),
      option.value != nil
    {
      return option.choices.filter { $0.hasPrefix(last) }.map { Candidate(text: $0, summary: "") }
    }
    guard !last.hasPrefix("-") else {
      return options.filter { "--\($0.name)".hasPrefix(last) }.map {
        Candidate(text: "--\($0.name)", summary: $0.summary)
      }
    }
    let typed = operands(of: before)
    let next = nextWords(after: typed).filter { $0.text.hasPrefix(last) }
    if let command, let operand = operand(of: command, at: typed.count - command.words.count) {
      return next + ids(operand).filter { $0.text.hasPrefix(last) }
    }
    return next
  }

  /// Returns the operands, without options and their values.
  private static func operands(of words: [String]) -> [String] {
    let taking = Set(
      (CommandTable.all.flatMap(\.options) + Option.global).filter { $0.value != nil }.map { "--\($0.name)" })
    return words.indices.filter { index in
      !words[index].hasPrefix("-") && (index == 0 || !taking.contains(words[index - 1]))
    }.map { words[$0] }
  }

  private static func command(of words: [String]) -> Command? {
    let typed = operands(of: words)
    return CommandTable.all.filter { typed.starts(with: $0.words) }.max { $0.words.count < $1.words.count }
  }

  /// Returns the next words of commands that begin with `typed`, each once.
  private static func nextWords(after typed: [String]) -> [Candidate] {
    var seen: Set<String> = []
    return CommandTable.all.filter { $0.words.count > typed.count && $0.words.starts(with: typed) }
      .map { command in
        let word = command.words[typed.count]
        let isWhole = command.words.count == typed.count + 1
        return Candidate(text: word, summary: isWhole ? command.summary : "")
      }
      .filter { seen.insert($0.text).inserted }
  }

  /// Returns the name of the operand at a place, such as `ID`; the last operand may repeat.
  private static func operand(of command: Command, at index: Int) -> String? {
    let names = command.operands.split(separator: " ").map { $0.filter { $0.isLetter } }
    guard index >= 0, let last = names.last else { return nil }
    if names.indices.contains(index) { return names[index] }
    return command.operands.hasSuffix("…") ? last : nil
  }
}
