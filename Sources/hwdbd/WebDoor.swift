import HomeworkService
import HomeworkWeb

/// The page's way to the server.
struct WebDoor: WebHost {
  let token: String
  let server: SocketServer

  func cookie(for token: String) -> String? { token == self.token ? token : nil }

  func connect(cookie: String?, from address: String) -> Int32? { cookie == token ? server.connect() : nil }
}
