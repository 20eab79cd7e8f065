public import HomeworkModel

extension Methods {
  public static let serverInfo = RPCMethod<Void, ServerInfo>(
    "server.info", .soon, "Returns versions, limits and the database.", .nothing, gives: Shapes.serverInfo, example: ())

  public static let serverStatistics = RPCMethod<Void, ServerReport>(
    "server.stats", .soon, "Returns counters of the server and its store since the start.", .nothing,
    gives: Shapes.serverReport, fails: [.databaseUnavailable], example: ())

  public static let serverPing = RPCMethod<Void, Void>(
    "server.ping", .soon, "Answers.", .nothing, gives: .nothing, example: ())

  public static let discover = RPCMethod<Void, JSONValue>(
    "rpc.discover", .soon, "Returns this protocol as an OpenRPC document.", .nothing,
    gives: Shape<JSONValue>(.map(.any), put: { $1.write($0) }, take: { $0 }), example: ())

  // MARK: The database

  public static let databaseInfo = RPCMethod<Void, StoreInfo>(
    "database.info", .soon, "The database's file, schema and contents.", .nothing, gives: Shapes.databaseInfo,
    fails: [.databaseUnavailable], example: ())

  public static let databaseCheck = RPCMethod<Void, [Inconsistency]>(
    "database.check", .long, "Checks the database for damage and wrong totals, and lists what it finds.", .nothing,
    gives: .object([]) {
      Field("findings", \.self, .array(Shapes.finding), "The findings; may be empty.")
    }, fails: [.databaseUnavailable], example: ())

  public static let databaseBackup = RPCMethod<String, String>(
    "database.backup", .long, "Copies the database to a file and checks the copy.",
    .object("") {
      Field("path", \.self, "the absolute path of the file")
    },
    gives: .object("") {
      Field("path", \.self, "The path of the copy.")
    }, fails: [.databaseUnavailable],
    example: "/var/backups/hwdb.sqlite")
}
