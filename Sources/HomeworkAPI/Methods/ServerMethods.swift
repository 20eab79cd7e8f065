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

  public static let databaseInfo = RPCMethod<Void, StoreInfo>(
    "database.info", "The database's file, schema and contents.", .nothing, gives: Shapes.databaseInfo,
    fails: [.databaseUnavailable], example: ())

  public static let databaseCheck = RPCMethod<Void, [Inconsistency]>(
    long: "database.check", "Checks the database for damage and wrong totals, and lists what it finds.", .nothing,
    gives: .object([]) {
      Field("findings", \.self, .array(Shapes.finding), "The findings; may be empty.")
    }, fails: [.databaseUnavailable], example: ())

  public static let databaseBackup = RPCMethod<String, String>(
    long: "database.backup", "Copies the database to a file and checks the copy.",
    .object("") {
      Field("path", \.self, "the absolute path of the file")
    },
    gives: .object("") {
      Field("path", \.self, "The path of the copy.")
    }, fails: [.databaseUnavailable],
    example: "/var/backups/hwdb.sqlite")

  static let databaseMethods: [MethodDescription] = [
    databaseInfo.description, databaseCheck.description, databaseBackup.description,
  ]
}
