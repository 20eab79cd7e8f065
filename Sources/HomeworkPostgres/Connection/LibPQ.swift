internal import CHomeworkPostgres
import HomeworkSystem

/// libpq, loaded with the first connection: linking it and the twenty libraries that it needs would add milliseconds to
/// the start of every program, most of which never use a server.
let pq = LibPQ()

private let library = LoadedLibrary("libpq.so.5")

/// The functions of libpq. Do not call any if `failure` is set.
struct LibPQ: @unchecked Sendable {  // functions of C, which never change
  typealias Texts = UnsafePointer<UnsafePointer<CChar>?>
  typealias NoticeReceiver = @convention(c) (UnsafeMutableRawPointer?, OpaquePointer?) -> Void

  /// The reason why libpq cannot be used.
  var failure: String? { library.failure }

  let conninfoParse:
    @convention(c) (UnsafePointer<CChar>, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> UnsafeMutablePointer<
      PQconninfoOption
    >? = library.function("PQconninfoParse")
  let conninfoFree: @convention(c) (UnsafeMutablePointer<PQconninfoOption>) -> Void = library.function("PQconninfoFree")
  let freeMemory: @convention(c) (UnsafeMutableRawPointer?) -> Void = library.function("PQfreemem")
  let connectStart: @convention(c) (Texts, Texts, CInt) -> OpaquePointer? = library.function("PQconnectStartParams")
  let connectPoll: @convention(c) (OpaquePointer) -> PostgresPollingStatusType = library.function("PQconnectPoll")
  let needsPassword: @convention(c) (OpaquePointer) -> CInt = library.function("PQconnectionNeedsPassword")
  let setErrorVerbosity: @convention(c) (OpaquePointer, PGVerbosity) -> PGVerbosity = library.function(
    "PQsetErrorVerbosity")
  let finish: @convention(c) (OpaquePointer) -> Void = library.function("PQfinish")
  let status: @convention(c) (OpaquePointer) -> ConnStatusType = library.function("PQstatus")
  let transactionStatus: @convention(c) (OpaquePointer) -> PGTransactionStatusType = library.function(
    "PQtransactionStatus")
  let pipelineStatus: @convention(c) (OpaquePointer) -> PGpipelineStatus = library.function("PQpipelineStatus")
  let serverVersion: @convention(c) (OpaquePointer) -> CInt = library.function("PQserverVersion")
  let backendProcess: @convention(c) (OpaquePointer) -> CInt = library.function("PQbackendPID")
  let isEncrypted: @convention(c) (OpaquePointer) -> CInt = library.function("PQsslInUse")
  let socket: @convention(c) (OpaquePointer) -> CInt = library.function("PQsocket")
  let errorMessage: @convention(c) (OpaquePointer) -> UnsafePointer<CChar> = library.function("PQerrorMessage")
  let parameterStatus: @convention(c) (OpaquePointer, UnsafePointer<CChar>) -> UnsafePointer<CChar>? = library.function(
    "PQparameterStatus")
  let setNoticeReceiver: @convention(c) (OpaquePointer, NoticeReceiver, UnsafeMutableRawPointer) -> NoticeReceiver? =
    library.function("PQsetNoticeReceiver")
  let setNonblocking: @convention(c) (OpaquePointer, CInt) -> CInt = library.function("PQsetnonblocking")
  let enterPipeline: @convention(c) (OpaquePointer) -> CInt = library.function("PQenterPipelineMode")
  let sendPrepare:
    @convention(c) (OpaquePointer, UnsafePointer<CChar>, UnsafePointer<CChar>, CInt, UnsafePointer<Oid>) -> CInt =
      library.function("PQsendPrepare")
  let sendPrepared:
    @convention(c) (OpaquePointer, UnsafePointer<CChar>, CInt, Texts?, UnsafePointer<CInt>?, UnsafePointer<CInt>?, CInt)
      -> CInt = library.function("PQsendQueryPrepared")
  let pipelineSync: @convention(c) (OpaquePointer) -> CInt = library.function("PQpipelineSync")
  let sendFlushRequest: @convention(c) (OpaquePointer) -> CInt = library.function("PQsendFlushRequest")
  let flush: @convention(c) (OpaquePointer) -> CInt = library.function("PQflush")
  let consumeInput: @convention(c) (OpaquePointer) -> CInt = library.function("PQconsumeInput")
  let isBusy: @convention(c) (OpaquePointer) -> CInt = library.function("PQisBusy")
  let getResult: @convention(c) (OpaquePointer) -> OpaquePointer? = library.function("PQgetResult")
  let resultStatus: @convention(c) (OpaquePointer) -> ExecStatusType = library.function("PQresultStatus")
  let resultErrorField: @convention(c) (OpaquePointer, CInt) -> UnsafePointer<CChar>? = library.function(
    "PQresultErrorField")
  let resultErrorMessage: @convention(c) (OpaquePointer) -> UnsafePointer<CChar> = library.function(
    "PQresultErrorMessage")
  let commandTag: @convention(c) (OpaquePointer) -> UnsafePointer<CChar> = library.function("PQcmdStatus")
  let affectedRows: @convention(c) (OpaquePointer) -> UnsafePointer<CChar> = library.function("PQcmdTuples")
  let rowCount: @convention(c) (OpaquePointer) -> CInt = library.function("PQntuples")
  let columnName: @convention(c) (OpaquePointer, CInt) -> UnsafePointer<CChar>? = library.function("PQfname")
  let columnCount: @convention(c) (OpaquePointer) -> CInt = library.function("PQnfields")
  let columnType: @convention(c) (OpaquePointer, CInt) -> Oid = library.function("PQftype")
  let value: @convention(c) (OpaquePointer, CInt, CInt) -> UnsafePointer<CChar>? = library.function("PQgetvalue")
  let length: @convention(c) (OpaquePointer, CInt, CInt) -> CInt = library.function("PQgetlength")
  let isNull: @convention(c) (OpaquePointer, CInt, CInt) -> CInt = library.function("PQgetisnull")
  let clear: @convention(c) (OpaquePointer?) -> Void = library.function("PQclear")
  let getCancel: @convention(c) (OpaquePointer) -> OpaquePointer? = library.function("PQgetCancel")
  let cancel: @convention(c) (OpaquePointer, UnsafeMutablePointer<CChar>, CInt) -> CInt = library.function("PQcancel")
  let freeCancel: @convention(c) (OpaquePointer) -> Void = library.function("PQfreeCancel")
}

/// The fields of an error, by their protocol letters: libpq's macros for them are not imported.
enum ErrorField: UInt8 {
  /// In English, regardless of the server's language.
  case severity = 0x56  // V
  case sqlState = 0x43  // C
  case message = 0x4D  // M
  case constraint = 0x6E  // n
}
