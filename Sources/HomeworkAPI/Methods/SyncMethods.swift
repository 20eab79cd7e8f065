public import HomeworkModel

/// Copies of a library exchange what each lacks: say hello to both, then give parts and take them until both give none.
extension Methods {
  public static let syncHello = RPCMethod<SyncHello?, SyncHello>(
    "sync.hello", .write,
    "Returns what this copy of the library has. If it is empty, it becomes a copy of the other's library first.",
    Shape.object(SyncHello?.none) { Field("other", \.self, Shapes.syncHello, "what the other copy says of itself") },
    returns: Shapes.syncHello, errors: [.invalid, .conflict, .databaseUnavailable], example: nil)

  public static let syncGive = RPCMethod<[SyncCopy.ID: Int64], SyncPart?>(
    "sync.give", .long, "Returns the next changes that another copy lacks, about half a mebibyte of them.",
    .object([:]) {
      Field("known", \.self, Shapes.syncTimes, "the time of the newest change of each copy that the other one has")
    },
    returns: .object(nil) { Field("part", \.self, Shapes.syncPart, "The changes; omitted if there are none.") },
    errors: [.invalid, .databaseUnavailable], example: [:])

  public static let syncTake = RPCMethod<SyncPart, SyncCounts>(
    "sync.take", .write,
    "Takes changes that another copy has given, in one transaction. The same part again changes nothing.",
    .object(SyncPart()) { Field("part", \.self, Shapes.syncPart, "the changes, exactly as they were given") },
    returns: Shapes.syncCounts, errors: [.invalid, .tooLarge, .databaseUnavailable], example: SyncPart())
}
