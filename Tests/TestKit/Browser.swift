import Foundation

/// The browser in which tests look at pages.
public enum Browser {
  /// Chromium's path; `nil` if it is not installed, or cannot start here.
  public static let path: String? = {
    let found = ["/usr/bin/chromium", "/usr/bin/google-chrome"].first(where: FileManager.default.isExecutableFile)
    guard let found else { return nil }
    let page = try? run(
      found, ["--headless", "--no-sandbox", "--disable-gpu", "--dump-dom", "data:text/html,<p>here</p>"])
    return page?.output.contains("here") == true ? found : nil
  }()

  /// True if programs can click in it.
  public static let hasDriver = path != nil && FileManager.default.isExecutableFile(atPath: "/usr/bin/chromedriver")

  /// Why a test that needs it is left out.
  public static var missing: String { "there is no browser that starts: install chromium and chromium-driver" }
}
