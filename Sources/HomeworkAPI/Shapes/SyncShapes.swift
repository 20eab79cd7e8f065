package import HomeworkModel

extension Shapes {
  package static let syncHello = Shape<SyncHello>("SyncHello", "What a copy of a library says of itself.", .blank) {
    Field("libraryId", \.libraryId, "The library, which all copies share.")
    Field("copyId", \.copyId, "The copy.")
    Field("schema", \.schema, "The version of what copies tell each other.")
    Field("known", \.known, .byCopy(syncKnown), "What it has of each copy.")
    Field("isEmpty", \.isEmpty, "Whether it holds nothing yet and can become a copy of any library.")
  }

  private static let syncKnown = Shape<SyncKnown>.object(SyncKnown(time: 0, count: 0, digest: 0)) {
    Field("time", \.time, .count, "The hybrid time of the newest change.")
    Field("count", \.count, "The number of changes.")
    Field(
      "digest", \.digest, .count, "A sum of their times, which differs if two databases have written as the same copy.")
  }

  package static let syncTimes = Shape<[SyncCopy.ID: Int64]>.byCopy(.count)

  /// Changes that travel together, to be passed on exactly as they are.
  package static let syncPart = Shape<SyncPart>(.map(.any), encode: { $1.write($0.json) }) { json, reader in
    let part = SyncPart(json)
    if part == nil { reader.add("was cut or changed on its way: ask again") }
    return part
  }

  package static let syncCounts = Shape<SyncCounts>("SyncCounts", "What a copy got from another one.", SyncCounts()) {
    Field("learners", \.learners, "The number of learners.")
    Field("homework", \.homework, "The number of assignments.")
    Field("attempts", \.attempts, "The number of attempts.")
    Field("answers", \.answers, "The number of answers.")
    Field("edits", \.edits, "The number of fields that were edited.")
    Field("deletions", \.deletions, "The number of assignments that were deleted, and of learners who were erased.")
  }
}

extension SyncHello {
  fileprivate static let blank = SyncHello(
    libraryId: .blank, copyId: .blank, schema: 0, known: [:], isEmpty: false)
}

extension Shape {
  /// An object with a member for each copy of the library.
  fileprivate static func byCopy<Item: Sendable>(_ item: Shape<Item>) -> Self where Value == [SyncCopy.ID: Item] {
    Shape<[String: Item]>.map(item).map(
      to: { members in
        let values = try members.map { text, value in
          guard let id = SyncCopy.ID(text) else { throw Fault(path: text, message: "is not a UUID") }
          return (id, value)
        }
        return Dictionary(values) { $1 }
      }, from: { values in Dictionary(uniqueKeysWithValues: values.map { ($0.text, $1) }) })
  }
}
