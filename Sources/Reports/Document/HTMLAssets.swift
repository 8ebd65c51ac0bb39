enum HTMLAssets {
  /// Words and tables.
  case plain
  case report
  case session
  /// A session that is still being recorded.
  case liveSession

  var styles: [Asset] {
    self == .session || self == .liveSession ? [.style, .sessionStyle] : [.style]
  }

  var scripts: [Asset] {
    switch self {
    case .plain: []
    case .report: [.script]
    case .session: [.sessionScript]
    case .liveSession: [.sessionScript, .liveScript]
    }
  }

  /// What a browser may do with the page: nothing but draw it, with these styles and these scripts; and one that is
  /// shown live may ask where it comes from.
  ///
  /// So even text that slipped through the escaping could neither run nor fetch anything.
  var policy: String {
    let scripts = self == .plain ? HTMLAssets.report.scripts : scripts
    return """
      default-src 'none'; img-src data:; base-uri 'none'; form-action 'none'; \
      style-src \(styles.map(\.source).joined(separator: " ")); \
      script-src \(scripts.map(\.source).joined(separator: " "))\
      \(self == .liveSession ? "; connect-src 'self'" : "")
      """
  }

  /// A style or a script, with the SHA-256 of its bytes in Base64. A test says what it should be when a file changes.
  struct Asset {
    let text: String
    let digest: String
    var isModule = false

    fileprivate var source: String { "'sha256-\(digest)'" }
  }
}

extension HTMLAssets {
  /// What the report's script fills: an element that names a value in `data-fill` shows it, and one that names it in
  /// `data-if` is left out where there is none. Lines and indents are for who reads the file.
  static let templates = String(decoding: PackageResources.report_html, as: UTF8.self)
    .split(separator: "\n").map { $0.drop { $0 == " " } }.joined()
}

extension HTMLAssets.Asset {
  static let style = Self(
    text: String(decoding: PackageResources.report_css, as: UTF8.self),
    digest: "Kd48rOwp2IfeR07Pe/5fc5Type276eyQJAucoO13OeQ=")

  static let script = Self(
    text: String(decoding: PackageResources.report_js, as: UTF8.self),
    digest: "Bj9R4abABYTHbb19uF8aoti2D9b/QuAEXmspsE1MsJ8=")

  static let sessionStyle = Self(
    text: String(decoding: PackageResources.view_css, as: UTF8.self),
    digest: "qIVTfQe3F7Txf04S/hJDL55Tey1pFoRI6ducdGJ80dU=")

  static let sessionScript = Self(
    text: script(of: sessionModules),
    digest: "kY2Tb1iaN5Ee+1aYB7hDWBkuHJ8/iciCXlYAN3ub/Lc=", isModule: true)

  static let liveScript = Self(
    text: String(decoding: PackageResources.view_live_js, as: UTF8.self),
    digest: "68Evzqct0avQoSnJzCcv6Mvcia+lE++uuYpTUzsBGA4=", isModule: true)

  /// Each behind those that it imports.
  private static let sessionModules = [
    PackageResources.view_dom_js, PackageResources.view_data_js, PackageResources.view_device_js,
    PackageResources.view_reset_js, PackageResources.view_session_js,
    PackageResources.view_place_js, PackageResources.view_value_js,
    PackageResources.view_lanes_js, PackageResources.view_events_js,
    PackageResources.view_table_js, PackageResources.view_life_js,
    PackageResources.view_report_js, PackageResources.view_controls_js,
    PackageResources.view_main_js,
  ]

  /// One script of modules, as a page that loads nothing has only its own.
  ///
  /// Their imports, a line each, go, and so does the word `export`: in one script all names are known.
  private static func script(of modules: [[UInt8]]) -> String {
    modules.map { module in
      let lines = String(decoding: module, as: UTF8.self).split(
        separator: "\n", omittingEmptySubsequences: false)
      return lines.filter { !$0.hasPrefix("import ") }.map { line in
        line.hasPrefix("export ") ? line.dropFirst("export ".count) : line
      }.joined(separator: "\n")
    }.joined(separator: "\n")
  }
}
