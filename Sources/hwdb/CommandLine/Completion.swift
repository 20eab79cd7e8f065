import HomeworkAPI

/// Completions for shells, made from the table of commands.
///
/// Each shell's script asks `hwdb` itself, by the hidden command `complete-words`, so that what is offered is what is
/// there: commands, options, their values, and ids with titles.
enum Completion {
  enum Shell: String, CaseIterable {
    case bash, zsh, fish
  }

  /// What to type, and what is said of it.
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

  /// What may stand in place of the last word.
  ///
  /// - Parameter ids: ids with titles, asked for only where an id may stand.
  static func candidates(for words: [String], ids: (_ operand: String) -> [Candidate]) -> [Candidate] {
    let last = words.last ?? ""
    let before = Array(words.dropLast())
    let command = command(of: before)
    let options = (command?.options ?? []) + Option.global
    if let flag = before.last, flag.hasPrefix("--"), let option = options.first(where: { "--\($0.name)" == flag }),
      option.value != nil
    {
      if option.name == "library" { return ids("LIBRARY").filter { $0.text.hasPrefix(last) } }
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

  /// Without options and what they are given.
  private static func operands(of words: [String]) -> [String] {
    let taking = Set(
      (CommandTable.all.flatMap(\.options) + Option.global).filter { $0.value != nil }.map { "--\($0.name)" })
    return words.indices.filter { place in
      !words[place].hasPrefix("-") && (place == 0 || !taking.contains(words[place - 1]))
    }.map { words[$0] }
  }

  private static func command(of words: [String]) -> Command? {
    let typed = operands(of: words)
    return CommandTable.all.filter { typed.starts(with: $0.words) }.max { $0.words.count < $1.words.count }
  }

  /// Words of commands that go on after `typed`, each once.
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

  /// The name of the operand at a place, such as `ID`; the last goes on where it repeats.
  private static func operand(of command: Command, at place: Int) -> String? {
    // A name is that of whatever the command is about.
    let names = command.operands.split(separator: " ").map { $0.filter { $0.isLetter } }
      .map { $0 == "NAME" && command.words.first == "library" ? "LIBRARY" : $0 }
    guard place >= 0, let last = names.last else { return nil }
    if names.indices.contains(place) { return names[place] }
    return command.operands.hasSuffix("…") ? last : nil
  }
}
