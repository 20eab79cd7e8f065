package import HomeworkModel

extension Table {
  static let entrance = Table(
    "entrance", isReplaced: true,
    [.integer("id"), .text("secret"), .text("password"), .text("code"), .integer("code_until_ms")])
}

extension RowTransaction {
  package func entrance() throws(StoreError) -> Entrance? {
    try first(Self.theEntrance) { row throws(StoreError) in
      var entrance = Entrance(secret: row.text("secret"), password: row.optionalText("password"))
      if let code = row.optionalText("code") {
        entrance.code = JoinCode(text: code, until: try row.timestamp("code_until_ms"))
      }
      return entrance
    }
  }

  private static let theEntrance = SQL.constant("SELECT \(Table.entrance.list(of: "e")) FROM entrance e")

  package func set(_ entrance: Entrance) throws(StoreError) {
    try insert(
      .entrance,
      [
        "id": 1, "secret": entrance.secret, "password": entrance.password, "code": entrance.code?.text,
        "code_until_ms": entrance.code?.until.millisecondsSince1970,
      ])
  }
}
