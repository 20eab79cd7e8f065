import HomeworkModel

extension Table {
  static let setting = Table("setting", isReplaced: true, [.integer("id"), .flag("accepts_answers")])
}

extension RowTransaction {
  /// Returns what is allowed in the library; `nil` before the first change.
  func settings() throws(StoreError) -> LibrarySettings? {
    try first("SELECT accepts_answers FROM setting") { LibrarySettings(acceptsAnswers: $0.int(0) == 1) }
  }

  func set(_ settings: LibrarySettings) throws(StoreError) {
    try insert(.setting, ["id": 1, "accepts_answers": settings.acceptsAnswers])
  }
}
