/// The style of the pages.
enum HTMLStyle {
  static let text = String(decoding: PackageResources.report_css, as: UTF8.self)
}

/// The script of the pages that have one.
enum HTMLScript {
  static let text = String(decoding: PackageResources.report_js, as: UTF8.self)
}

/// What a browser may do with the page: nothing but draw it, with this style and this script.
///
/// So even text that slipped through the escaping could neither run nor fetch anything.
enum HTMLPolicy {
  static let text = """
    default-src 'none'; img-src data:; base-uri 'none'; form-action 'none'; \
    style-src 'sha256-\(styleDigest)'; script-src 'sha256-\(scriptDigest)'
    """

  /// SHA-256 of `report.css` in Base64. A test says what it should be when the style changes.
  private static let styleDigest = "cMuF8dnYIpnuer4k4DvctE92wlAfxRobSvJBFwYMIp0="

  /// SHA-256 of `report.js` in Base64, held to it by the same test.
  private static let scriptDigest = "rCXpH1QVTvKUVM6vRaI2swMFdKDpkJcG38qZxDHJAP8="
}
