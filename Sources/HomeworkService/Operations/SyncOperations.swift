import HomeworkAPI
import HomeworkModel
import HomeworkStore

extension Operations {
  static let copies: [Operation] = [
    Operation(writing: Methods.syncHello) { other, tx in
      guard let other else { return try tx.syncHello() }
      return try tx.syncHello(to: other)
    },
    Operation(reading: Methods.syncGive) { known, tx in try tx.syncPart(after: known) },
    Operation(writing: Methods.syncTake) { part, tx in try tx.takeSync(part) },
  ]
}
