public import HomeworkModel
import HomeworkSQLite

/// What an edit changes of a homework; what is `nil` stays as it is.
public struct HomeworkChange: Hashable, Sendable {
  /// A new value for something that may also be taken away.
  public enum Part<Value: Hashable & Sendable>: Hashable, Sendable {
    case set(Value)
    case clear

    var value: Value? {
      if case .set(let value) = self { value } else { nil }
    }
  }

  /// A new title, and all collections: what is not listed is left.
  public var title: String?, collections: [String]?
  /// A new subject, text and day, or none.
  public var subject: Part<String>?, text: Part<String>?, dueOn: Part<String>?
  /// A new picture, or none.
  public var picture: Part<Picture>?

  /// Changes what is given.
  public init(
    title: String? = nil, subject: Part<String>? = nil, collections: [String]? = nil, picture: Part<Picture>? = nil,
    text: Part<String>? = nil, dueOn: Part<String>? = nil
  ) {
    self.title = title
    self.subject = subject
    self.collections = collections
    self.picture = picture
    self.text = text
    self.dueOn = dueOn
  }
}

extension WriteTransaction {
  /// Changes a homework, by the rules by which it was added.
  public func updateHomework(_ id: Homework.ID, _ change: HomeworkChange) throws(StoreError) -> Homework {
    let before = try homework(id)
    let draft = HomeworkDraft(
      title: change.title ?? before.title, subject: change.subject.map(\.value) ?? before.subject,
      collections: change.collections ?? before.collections, text: change.text.map(\.value) ?? before.text,
      dueOn: change.dueOn.map(\.value) ?? before.dueOn)
    guard draft.faults.isEmpty else { throw .invalid(draft.faults) }
    let row = try row(of: id)
    try unindex(homework: row)
    try run(
      "UPDATE homework SET title = ?, subject = ?, text = ?, due_on = ? WHERE id = ?", draft.title, draft.subject,
      draft.text, draft.dueOn, row)
    if change.collections != nil {
      try run("DELETE FROM homework_collection WHERE homework = ?", row)
    }
    if change.collections != nil { try join(draft.collections, homework: row) }
    if let picture = change.picture { try show(picture.value, homework: row) }
    try index(homework: row)
    try record(.homeworkUpdated, id)
    return try homework(id)
  }

  private func show(_ picture: Picture?, homework row: Int64) throws(StoreError) {
    let picture = try picture.map { (picture) throws(StoreError) in try store(picture).row }
    try run("UPDATE homework SET picture = ? WHERE id = ?", picture, row)
  }

  /// Puts a homework into collections, which are made where they are not there yet.
  func join(_ collections: [String], homework row: Int64) throws(StoreError) {
    for name in collections {
      try run("INSERT INTO collection (name) VALUES (?) ON CONFLICT DO NOTHING", name)
      try run("INSERT INTO homework_collection SELECT ?, id FROM collection WHERE name = ?", row, name)
    }
  }
}
