package import HomeworkModel

/// The ways into a library from other machines.
extension ReadTransaction {
  /// Returns the entrance; `nil` before its first use.
  package final func entrance() throws(StoreError) -> Entrance? { try rows.entrance() }

  /// Returns the code with which pupils can join now.
  package final func joinCode(at now: Timestamp) throws(StoreError) -> JoinCode? {
    guard let code = try rows.entrance()?.code, code.until > now else { return nil }
    return code
  }
}

extension WriteTransaction {
  /// Returns the entrance, which it makes if there is none.
  package func makeEntrance() throws(StoreError) -> Entrance {
    if let entrance = try rows.entrance() { return entrance }
    let entrance = Entrance(secret: Entrance.drawnSecret())
    try rows.set(entrance)
    return entrance
  }

  /// Opens the class: pupils can join with the code for 12 hours from now. An open class keeps its code.
  package func openClass() throws(StoreError) -> JoinCode {
    var entrance = try makeEntrance()
    let until = Timestamp(millisecondsSince1970: now.millisecondsSince1970 + JoinCode.lifetimeMs)
    let code = JoinCode(text: try joinCode(at: now)?.text ?? JoinCode.drawn(), until: until)
    entrance.code = code
    try rows.set(entrance)
    return code
  }

  /// Closes the class. Pupils who have joined stay.
  package func closeClass() throws(StoreError) {
    guard var entrance = try rows.entrance() else { return }
    entrance.code = nil
    try rows.set(entrance)
  }

  /// - Parameter password: the hash of the teacher's password.
  package func setPassword(_ password: String) throws(StoreError) {
    var entrance = try makeEntrance()
    entrance.password = password
    try rows.set(entrance)
  }
}
