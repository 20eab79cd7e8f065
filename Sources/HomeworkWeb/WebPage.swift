import CHomeworkEmbedded

/// The files of the page, by their paths.
enum WebPage {
  /// Returns a file as text with its media type; `nil` if there is none.
  static func file(at path: String) -> (text: [UInt8], type: String)? {
    let name = path == "/" ? "index.html" : path.hasPrefix("/page/") ? String(path.dropFirst(6)) : nil
    guard let name, let text = homework_embedded_text("web/" + name) else { return nil }
    let type =
      switch name.split(separator: ".").last {
      case "js": "text/javascript"
      case "css": "text/css"
      case "svg": "image/svg+xml"
      default: "text/html"
      }
    return (Array(String(cString: text).utf8), type + "; charset=utf-8")
  }

  /// The headers of every response: the page loads nothing from elsewhere and is in no frame of another.
  static let headers = [
    (
      "content-security-policy:",
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
        + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    ("x-content-type-options:", "nosniff"), ("referrer-policy:", "no-referrer"), ("cache-control:", "no-store"),
  ]
}
