internal import CHomeworkWebSockets
import HomeworkSystem

/// libwebsockets, loaded with the first server: most daemons never listen to HTTP, and it brings OpenSSL with it.
let lws = LibWebSockets()

private let library = LoadedLibrary("libwebsockets.so.17")

/// The functions of libwebsockets. Do not call any if `failure` is set.
struct LibWebSockets: @unchecked Sendable {  // functions of C, which never change
  typealias Connection = OpaquePointer
  typealias Bytes = UnsafeMutablePointer<UInt8>

  /// The reason why libwebsockets cannot be used.
  var failure: String? { library.failure }

  let setLogLevel: @convention(c) (CInt, (@convention(c) (CInt, UnsafePointer<CChar>?) -> Void)?) -> Void =
    library.function("lws_set_log_level")
  let createContext: @convention(c) (UnsafePointer<lws_context_creation_info>) -> OpaquePointer? = library.function(
    "lws_create_context")
  let destroyContext: @convention(c) (OpaquePointer) -> Void = library.function("lws_context_destroy")
  let user: @convention(c) (OpaquePointer?) -> UnsafeMutableRawPointer? = library.function("lws_context_user")
  let contextOf: @convention(c) (Connection?) -> OpaquePointer? = library.function("lws_get_context")
  let service: @convention(c) (OpaquePointer, CInt) -> CInt = library.function("lws_service")
  let cancelService: @convention(c) (OpaquePointer) -> Void = library.function("lws_cancel_service")
  let vhostNamed: @convention(c) (OpaquePointer, UnsafePointer<CChar>) -> OpaquePointer? = library.function(
    "lws_get_vhost_by_name")
  let adopt:
    @convention(c) (OpaquePointer, lws_adoption_type, lws_sock_file_fd_type, UnsafePointer<CChar>, Connection?) ->
      Connection? = library.function("lws_adopt_descriptor_vhost")
  let callWhenWritable: @convention(c) (Connection) -> CInt = library.function("lws_callback_on_writable")
  let flow: @convention(c) (Connection, CInt) -> CInt = library.function("lws_rx_flow_control")
  let isFinalFragment: @convention(c) (Connection) -> CInt = library.function("lws_is_final_fragment")
  let isBinary: @convention(c) (Connection) -> CInt = library.function("lws_frame_is_binary")
  let closeReason: @convention(c) (Connection, lws_close_status, Bytes?, Int) -> Void = library.function(
    "lws_close_reason")
  let setTimeout: @convention(c) (Connection, pending_timeout, CInt) -> Void = library.function("lws_set_timeout")
  let setTimer: @convention(c) (Connection, Int64) -> Void = library.function("lws_set_timer_usecs")
  let write: @convention(c) (Connection, Bytes, Int, lws_write_protocol) -> CInt = library.function("lws_write")
  let headerLength: @convention(c) (Connection, lws_token_indexes) -> CInt = library.function("lws_hdr_total_length")
  let copyHeader: @convention(c) (Connection, UnsafeMutablePointer<CChar>, CInt, lws_token_indexes) -> CInt =
    library.function("lws_hdr_copy")
  let beginHeaders:
    @convention(c) (Connection, CUnsignedInt, UnsafePointer<CChar>, UInt64, UnsafeMutablePointer<Bytes?>, Bytes) ->
      CInt = library.function("lws_add_http_common_headers")
  let addHeader:
    @convention(c) (Connection, UnsafePointer<CChar>, UnsafePointer<CChar>, CInt, UnsafeMutablePointer<Bytes?>, Bytes)
      -> CInt = library.function("lws_add_http_header_by_name")
  let sendHeaders: @convention(c) (Connection, Bytes, UnsafeMutablePointer<Bytes?>, Bytes) -> CInt = library.function(
    "lws_finalize_write_http_header")
  let endResponse: @convention(c) (Connection) -> CInt = library.function("lws_http_transaction_completed")
}
