import Foundation

/// A page in a real browser, with somebody at its keyboard and mouse.
public struct DrivenBrowser {
  /// What is done with the page, and what is asked of it, in order.
  public enum Step: Sendable {
    /// JavaScript whose value is a result.
    case value(String)
    /// What follows `#` in the address.
    case go(String)
    case key(String)
    case type(String)
    /// The middle of the first element that a selector names.
    case click(String)
    case drag(String, pixels: Int)
    /// With Ctrl held.
    case wheel(String, pixels: Int)
    case screenshot(String)

    fileprivate var json: [String: Any] {
      switch self {
      case .value(let text): ["expect": text]
      case .go(let text): ["go": text]
      case .key(let name): ["key": name]
      case .type(let text): ["type": text]
      case .click(let selector): ["click": selector]
      case .drag(let selector, let pixels): ["drag": [selector, pixels]]
      case .wheel(let selector, let pixels): ["wheel": [selector, pixels]]
      case .screenshot(let path): ["screenshot": path]
      }
    }
  }

  /// What came of it.
  public struct Visit: Sendable {
    /// The values, as JSON where they are not texts.
    public var values: [String]
    /// What was said on the console.
    public var console: [String]
    public var loadMilliseconds: Int
  }

  private static let python = ProjectFiles.path(".build/python/websockets/bin/python")

  /// Whether everything is there that it takes.
  public static var isThere: Bool {
    Chromium.path != nil && FileManager.default.isExecutableFile(atPath: python)
  }

  /// Why tests that need it are skipped.
  public static let absence =
    "\(Chromium.absence), or `websockets` for Python is not there (`scripts/python-env websockets websockets==15.0.1`)"

  /// Opens a page and goes through the steps.
  public static func visit(
    _ html: String, fragment: String = "", width: Int = 1280, height: Int = 900,
    isDark: Bool = false, _ steps: [Step]
  ) throws -> Visit {
    try TemporaryFolder.with { folder in
      try folder.write(Array(html.utf8), to: "page.html")
      return try visit(
        address: "file://\(folder.path("page.html"))#\(fragment)", width: width, height: height,
        isDark: isDark, steps)
    }
  }

  /// Opens a page at an address, a server's on this machine too, and goes through the steps.
  public static func visit(
    address: String, width: Int = 1280, height: Int = 900, isDark: Bool = false, _ steps: [Step]
  ) throws -> Visit {
    let script: [String: Any] = [
      "browser": Chromium.path ?? "", "width": width, "height": height, "dark": isDark,
      "address": address, "steps": steps.map(\.json),
    ]
    let ended = try RunningProcess.run(
      python, [ProjectFiles.path("Tests/Browser/drive.py")],
      input: Array(JSONSerialization.data(withJSONObject: script)))
    guard let said = try? JSONSerialization.jsonObject(with: Data(ended.output)),
      let answer = said as? [String: Any], let values = answer["results"] as? [Any]
    else { throw Failed(description: ended.errorText) }
    return Visit(
      values: try values.map(text), console: answer["console"] as? [String] ?? ["?"],
      loadMilliseconds: answer["loadMilliseconds"] as? Int ?? .max)
  }

  /// That the browser could not be driven, or a step could not be done.
  public struct Failed: Error, CustomStringConvertible {
    public var description: String
  }

  private static func text(_ value: Any) throws -> String {
    if let text = value as? String { return text }
    let options: JSONSerialization.WritingOptions = [.fragmentsAllowed, .sortedKeys]
    return String(
      decoding: try JSONSerialization.data(withJSONObject: value, options: options), as: UTF8.self)
  }
}
