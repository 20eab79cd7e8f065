import HomeworkService
import HomeworkWeb

/// The page's way to the server.
struct WebDoor: WebHost {
  let door: Door
  let server: SocketServer

  func cookie(for token: String) -> String? { door.cookie(for: token) }

  func connect(cookie: String?, from address: String) -> Int32? {
    server.connect(door.visitor(with: cookie, from: address))
  }
}
