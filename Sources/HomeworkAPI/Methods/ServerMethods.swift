public import HomeworkModel

extension Methods {
  public static let serverInfo = RPCMethod<Void, ServerInfo>(
    "server.info", .inline, "Returns versions, limits and the database.", .nothing, returns: Shapes.serverInfo,
    example: ())

  public static let serverStatistics = RPCMethod<Void, ServerReport>(
    "server.stats", .inline, "Returns counters of the server and its store since the start.", .nothing,
    returns: Shapes.serverReport, errors: [.databaseUnavailable], example: ())

  public static let serverPing = RPCMethod<Void, Void>(
    "server.ping", .inline, "Shows that the server answers.", .nothing, returns: .nothing, example: ())

  public static let discover = RPCMethod<Void, JSONValue>(
    "rpc.discover", .inline, "Returns this protocol as an OpenRPC document.", .nothing,
    returns: Shape<JSONValue>(.map(.any), encode: { $1.write($0) }, get: \.self), example: ())

  // MARK: The database

  public static let databaseInfo = RPCMethod<Void, StoreInfo>(
    "database.info", .inline, "The database's file, schema and contents.", .nothing, returns: Shapes.databaseInfo,
    errors: [.databaseUnavailable], example: ())

  public static let databaseCheck = RPCMethod<Void, [Inconsistency]>(
    "database.check", .long, "Checks the database for damage and wrong totals, and lists what it finds.", .nothing,
    returns: .object([]) {
      Field("findings", \.self, .array(Shapes.finding), "The findings; may be empty.")
    }, errors: [.databaseUnavailable], example: ())

  public static let databaseBackup = RPCMethod<String, String>(
    "database.backup", .long, "Copies the database to a file and checks the copy.",
    .object("") {
      Field("path", \.self, "the absolute path of the file")
    },
    returns: .object("") {
      Field("path", \.self, "The path of the copy.")
    }, errors: [.databaseUnavailable],
    example: "/var/backups/hwdb.sqlite")
}
