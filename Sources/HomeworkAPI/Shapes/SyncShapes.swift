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
    Field("time", \.time, .int64, "The hybrid time of the newest change.")
    Field("count", \.count, "The number of changes.")
    Field(
      "digest", \.digest, .int64, "A sum of their times, which differs if two databases have written as the same copy.")
  }

  package static let syncTimes = Shape<[SyncCopy.ID: Int64]>.byCopy(.int64)

  /// Changes that travel together, to be passed on exactly as they are.
  package static let syncPart = Shape<SyncPart>(.map(.any), put: { $1.write($0.json) }) { json in
    guard let part = SyncPart(json) else { throw Fault(path: "", message: "was cut or changed on its way: ask again") }
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
    Self(
      .map(item.schema),
      check: { values, path, most, faults in
        guard Schema.check(values.count, "members", at: path, atMost: most, &faults) else { return }
        for (id, value) in values.sorted(by: { $0.key < $1.key }) {
          item.check(value, Schema.join(path, id.text), nil, &faults)
        }
      },
      put: { values, writer in
        writer.beginObject()
        for (id, value) in values.sorted(by: { $0.key < $1.key }) {
          writer.key(id.text)
          item.write(value, to: &writer)
        }
        writer.endObject()
      }
    ) { json in
      guard case .object(let members) = json else { throw Fault(path: "", message: "must be an object") }
      var values: [SyncCopy.ID: Item] = [:]
      for (text, value) in members {
        guard let id = SyncCopy.ID(text) else { throw Fault(path: text, message: "is not a UUID") }
        values[id] = try item.read(value)
      }
      return values
    }
  }
}

extension Shape where Value == Int64 {
  /// A number of 53 bits, which every language has.
  fileprivate static var int64: Self {
    let number = Shape<Int>.count
    return Self(
      number.schema, check: { number.check(Int($0), $1, $2, &$3) }, put: { $1.write($0) }
    ) { json in
      guard case .int(let number) = json else { throw Fault(path: "", message: "must be an integer") }
      return number
    }
  }
}
