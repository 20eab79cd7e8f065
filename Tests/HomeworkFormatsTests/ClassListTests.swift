import HomeworkFormats
import Testing

@Suite struct `A class list` {
  @Test(arguments: [
    "Name\nAda\nBen B.\n", "Ada\nBen B.", "No;Name;Born\n1;Ada;2016\n2;Ben B.;2015\n",
    "\u{FEFF}Student name\tEmail\nAda\ta@b\n\n \"Ben B.\" \tb@b\n", "Vorname,Name\nAda,\nBen,B.\n",
    "Nachname;Vorname;Klasse\n;Ada;3b\nB.;Ben;3b\n", "Nom,Prénom\n,Ada\nB.,Ben\n", "ÉLÈVE (nom usuel)\nAda\nBen B.\n",
    "Apellidos;Nombre\n;Ada\nB.;Ben\n",
  ])
  func `yields its names in order, whatever else it contains`(_ text: String) throws {
    #expect(try ClassList.entries(in: Array(text.utf8)).map(\.name) == ["Ada", "Ben B."])
  }

  @Test func `can be encoded by Windows, with names in any script`() throws {
    #expect(
      try ClassList.entries(in: Array("Name\r\nJos\u{E9}\r\n".unicodeScalars.map { UInt8($0.value) })).map(\.name) == [
        "José"
      ])
    let names = ["宮本 武蔵", "Ольга", "Zoë-Marie d'Or", String(repeating: "n", count: 100)]
    #expect(try ClassList.entries(in: Array(("Name\n" + names.joined(separator: "\n")).utf8)).map(\.name) == names)
  }

  @Test(arguments: [
    ("", "contains no name"), ("\n \n", "contains no name"), ("Name\n", "contains no name"),
    ("a,b\nAda,1\n", #"1:1: it has no column of names, only "a", "b": call one of them Name"#),
    ("Name,x\nAda,1\n,2\n", "line 3: the name is empty"), ("Name\nAda\nBen\nADA\n", "line 4: ADA is already in line 2"),
    ("Name\n\(String(repeating: "n", count: 101))", "line 2: the name must have at most 100 characters, not 101"),
    ("Name\n\"a\nb\"\n", "line 2: the name must be one line, without control characters"),
    ("Name,x\n,1\n,2\n", "line 2: the name is empty; line 3: the name is empty"),
  ])
  func `is rejected with every fault`(_ text: String, _ reason: String) {
    let error = #expect(throws: QuizFormatError.self) { try ClassList.entries(in: Array(text.utf8)).map(\.name) }
    #expect(error.map(String.init(describing:)) == reason)
  }
}
