public import HomeworkModel

extension Methods {
  public static let serverInfo = RPCMethod<Void, ServerInfo>(
    "server.info", "Returns versions, limits and the database.", .nothing, gives: Shapes.serverInfo, example: ())

  public static let serverStatistics = RPCMethod<Void, ServerReport>(
    "server.stats", "Returns counters of the server and its store since the start.", .nothing,
    gives: Shapes.serverReport, fails: [.databaseUnavailable], example: ())

  public static let serverPing = RPCMethod<Void, Void>(
    "server.ping", "Answers.", .nothing, gives: .nothing, example: ())

  public static let discover = RPCMethod<Void, JSONValue>(
    "rpc.discover", "Returns this protocol as an OpenRPC document.", .nothing,
    gives: Shape<JSONValue>(.map(.any), put: { $1.write($0) }, take: { $0 }), example: ())

  static let serverMethods: [MethodDescription] = [
    serverInfo.description, serverStatistics.description, serverPing.description, discover.description,
  ]

  // MARK: The database

  private static let path = Shape<String>.object("") {
    Field("path", \.self, "the absolute path of the file")
  }
  private static let maintenance: [RPCError.Name] = [.databaseUnavailable, .invalid]

  public static let databaseInfo = RPCMethod<Void, StoreInfo>(
    "database.info", "The database's file, schema and contents.", .nothing, gives: Shapes.databaseInfo,
    fails: [.databaseUnavailable], example: ())

  public static let databaseCheck = RPCMethod<Void, [Inconsistency]>(
    long: "database.check", "Checks the database for damage and wrong totals, and lists what it finds.", .nothing,
    gives: .object([]) {
      Field("findings", \.self, .array(Shapes.finding), "The findings; may be empty.")
    }, fails: [.databaseUnavailable], example: ())

  public static let databaseRepair = RPCMethod<Void, RepairReport>(
    long: "database.repair", "Recomputes totals from the stored answers; returns what was wrong and what remains.",
    .nothing,
    gives: .object(RepairReport(found: [], left: [])) {
      Field("found", \.found, .array(Shapes.finding), "What was wrong before.")
      Field("left", \.left, .array(Shapes.finding), "What could not be repaired.")
    }, fails: [.databaseUnavailable], example: ())

  public static let databaseVacuum = RPCMethod<Void, StoreInfo>(
    long: "database.vacuum", "Frees the space that deletions left in the file.", .nothing, gives: Shapes.databaseInfo,
    fails: [.databaseUnavailable], example: ())

  public static let databaseBackup = RPCMethod<String, String>(
    long: "database.backup", "Copies the database to a file and checks the copy.", path,
    gives: .object("") {
      Field("path", \.self, "The path of the copy.")
    }, fails: maintenance,
    example: "/var/backups/hwdb.sqlite")

  public static let databaseRestore = RPCMethod<String, StoreInfo>(
    long: "database.restore", "Checks a backup and replaces everything with its contents.", path,
    gives: Shapes.databaseInfo, fails: maintenance, example: "/var/backups/hwdb.sqlite")

  static let databaseMethods: [MethodDescription] = [
    databaseInfo.description, databaseCheck.description, databaseRepair.description, databaseVacuum.description,
    databaseBackup.description, databaseRestore.description,
  ]
}
