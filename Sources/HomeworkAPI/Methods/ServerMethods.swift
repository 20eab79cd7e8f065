public import HomeworkJSON
public import HomeworkModel
import HomeworkRPC

extension Methods {
  public static let serverInfo = RPCMethod<Void, ServerInfo>(
    "server.info", "Versions, limits and the database.", .nothing, gives: Shapes.serverInfo, example: ())

  public static let serverStatistics = RPCMethod<Void, ServerReport>(
    "server.stats", "What the server and its store have done since they began.", .nothing,
    gives: Shapes.serverReport, fails: [.databaseUnavailable], example: ())

  public static let serverPing = RPCMethod<Void, Void>(
    "server.ping", "Answers.", .nothing, gives: .nothing, example: ())

  public static let discover = RPCMethod<Void, JSONValue>(
    "rpc.discover", "This protocol as an OpenRPC document.", .nothing,
    gives: Shape<JSONValue>(.map(.any), put: { $1.write($0) }, take: { $0 }), example: ())

  static let serverMethods: [MethodDescription] = [
    serverInfo.description, serverStatistics.description, serverPing.description, discover.description,
  ]

  // MARK: The database

  private static let path = Shape<String>.object(
    Field("path", .string, { $0 }, "the absolute path of the file"), make: { $0 })
  private static let care: [RPCError.Name] = [.databaseUnavailable, .invalid]

  public static let databaseInfo = RPCMethod<Void, StoreInfo>(
    "database.info", "What the database is, how large, and what is in it.", .nothing, gives: Shapes.databaseInfo,
    fails: [.databaseUnavailable], example: ())

  public static let databaseCheck = RPCMethod<Void, [Inconsistency]>(
    "database.check", "Everything that is damaged, or that a recomputation does not reproduce.", .nothing,
    gives: findings(Shapes.finding), fails: [.databaseUnavailable], example: ())

  public static let databaseRepair = RPCMethod<Void, RepairReport>(
    "database.repair", "Recomputes everything that is derived, and says what it found and what is left.", .nothing,
    gives: .object(
      Field("found", .array(Shapes.finding), \.found, "What was wrong."),
      Field("left", .array(Shapes.finding), \.left, "What nothing else tells, and is left as it was."),
      make: RepairReport.init), fails: [.databaseUnavailable], example: ())

  public static let databaseVacuum = RPCMethod<Void, StoreInfo>(
    "database.vacuum", "Gives back the space that deletions left.", .nothing, gives: Shapes.databaseInfo,
    fails: [.databaseUnavailable], example: ())

  public static let databaseBackup = RPCMethod<String, String>(
    "database.backup", "Copies the database to a file, checked before it takes its place.", path,
    gives: .object(Field("path", .string, { $0 }, "The copy."), make: { $0 }), fails: care,
    example: "/var/backups/hwdb.sqlite")

  public static let databaseRestore = RPCMethod<String, StoreInfo>(
    "database.restore", "Replaces everything with the contents of a backup, checked before anything is replaced.", path,
    gives: Shapes.databaseInfo, fails: care, example: "/var/backups/hwdb.sqlite")

  static let databaseMethods: [MethodDescription] = [
    databaseInfo.description, databaseCheck.description, databaseRepair.description, databaseVacuum.description,
    databaseBackup.description, databaseRestore.description,
  ]
}
