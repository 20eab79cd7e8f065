import HomeworkModel
import HomeworkMotion
import HomeworkReports

/// A TextMate grammar of the language, for syntax highlighting in editors.
public enum ScenarioGrammar {
  /// The grammar as indented JSON.
  public static var text: String {
    var writer = JSONWriter(.pretty)
    writer.write(grammar)
    return String(decoding: writer.bytes, as: UTF8.self) + "\n"
  }

  private static var grammar: JSONValue {
    let settings = Setting.allCases.map(\.rawValue)
    let actions = StatementWord.allCases.map(\.rawValue).filter { $0 != "expect" }
    let modes = KillMode.allCases.map(\.rawValue)
    let kinds = QuestionKind.allCases.map(\.rawValue)
    let dispositions = Disposition.allCases.map(\.rawValue)
    let states = Attempt.State.allCases.map(\.rawValue) + Grade.allCases.map(\.rawValue)
    let values =
      modes + kinds + states + Reason.allCases.map(\.rawValue) + RefusalName.allCases.map(\.rawValue)
      + Dot.allCases.map(\.rawValue) + MotionPreference.allCases.map(\.rawValue) + ProfileName.designs.map(\.rawValue)
      + Catalogue.all.screenEvents.map(\.rawValue) + GenerationFailure.allCases.map(\.rawValue)
      + FieldName.allCases.map(\.rawValue) + FlagName.allCases.map(\.rawValue)
      + ["correct", "wrong", "set", "unset", "none", "pending", "ready", "failed"]
    let small =
      [
        "at", "because", "times", "from", "to", "ever", "of", "in", "event", "homework", "before", "after", "commit",
        "write", "part",
        "open", "as", "attempt", "running", "nothing", "no", "best", "completion", "attempts", "retry", "by",
      ] + StartWord.allCases.map(\.rawValue) + QuizOrder.Shuffle.allCases.map(\.rawValue)
    let expectations = ExpectationWord.allCases.map(\.rawValue) + dispositions
    let variants = Catalogue.all.entries.flatMap { $0.variants.compactMap(\.name) }
    return [
      "name": "hwdb scenario", "scopeName": "source.hwdb-scenario", "fileTypes": ["scenario"],
      "patterns": [
        ["name": "comment.line.number-sign.hwdb-scenario", "match": "#.*$"],
        [
          "name": "string.quoted.double.hwdb-scenario", "begin": "\"", "end": "\"",
          "patterns": [["name": "constant.character.escape.hwdb-scenario", "match": #"\\."#]],
        ],
        rule("keyword.control", #"^\s*(scenario|expect)\b"#),
        rule("storage.type", #"^\s*(\#(any(settings)))\b(?!\s+event)"#),
        rule("keyword.other", #"^\s*(\#(any(actions)))\b"#),
        rule("support.function", #"(?<=expect)\s+(\#(any(expectations)))\b"#),
        rule("constant.numeric", #"\b(x?\d+(\.\d+)?(us|ms|s|min|h)?|\d+x\d+)\b"#),
        rule("entity.name.type", #"(?<![\w.-])(\#(any(Catalogue.all.names.map(\.rawValue) + variants)))(?![\w.-])"#),
        rule("constant.language", #"(?<![\w-])(\#(any(values)))(?![\w-])"#),
        rule("keyword.operator", #"\b(\#(any(small)))\b"#),
        rule("constant.character", #"(?<=answer)\s+[A-Za-z]\b"#),
        rule("punctuation.separator", ","),
      ],
    ]
  }

  private static func rule(_ name: String, _ match: String) -> JSONValue {
    ["name": .string("\(name).hwdb-scenario"), "match": .string(match)]
  }

  /// Sorts the longest words first, because a pattern takes the first of two alternatives with the same beginning.
  private static func any(_ words: [String]) -> String {
    Set(words).sorted { ($1.count, $0) < ($0.count, $1) }.map { $0.replacing(".", with: #"\."#) }.joined(separator: "|")
  }
}
