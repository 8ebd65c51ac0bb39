import Foundation

/// A real browser without a window, for tests of pages.
public enum Chromium {
  /// The first on the search path; nil where there is none.
  public static let path: String? = {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    let names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]
    return names.lazy.flatMap { name in folders.map { "\($0)/\(name)" } }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }()

  /// Why tests that need one are skipped.
  public static let absence = "neither chromium nor google-chrome is on the PATH"

  /// A page as the browser has it after its scripts have run.
  public struct Page: Sendable {
    /// The document, as the browser writes it.
    public var document: String
    /// What was said on the console: errors of scripts, and what the page's policy has blocked.
    public var console: [String]
  }

  /// Opens a page that stands in a file, and hands back what became of it.
  ///
  /// - Parameter fragment: What follows `#` in the address.
  public static func open(_ html: String, fragment: String = "") throws -> Page {
    try TemporaryFolder.with { folder in
      try folder.write(Array(html.utf8), to: "page.html")
      let address = "file://\(folder.path("page.html"))" + (fragment.isEmpty ? "" : "#\(fragment)")
      return try run([
        "--user-data-dir=\(folder.path("profile"))", "--dump-dom", address,
      ])
    }
  }

  private static let settings = [
    // Tests may run as root, which the sandbox does not allow; the pages are the project's own.
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
    // The browser itself is not to reach the network either.
    "--disable-background-networking", "--disable-component-update",
    "--host-resolver-rules=MAP * ~NOTFOUND", "--enable-logging=stderr", "--timeout=20000",
  ]

  private static func run(_ arguments: [String]) throws -> Page {
    let ended = try RunningProcess.run(path ?? "/nonexistent", settings + arguments)
    let lines = ended.errorText.split(separator: "\n")
    return Page(
      document: ended.text,
      console: lines.filter { $0.contains(":CONSOLE:") }.map(String.init))
  }
}
