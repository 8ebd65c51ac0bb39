/// What a browser may do with the page: nothing but draw it, with this style and this script.
///
/// So even text that slipped through the escaping could neither run nor fetch anything.
enum HTMLPolicy {
  static let text = """
    default-src 'none'; img-src data:; base-uri 'none'; form-action 'none'; \
    style-src 'sha256-\(styleDigest)'; script-src 'sha256-\(scriptDigest)'
    """

  /// SHA-256 of ``HTMLStyle/text`` in Base64. A test says what it should be when the style changes.
  private static let styleDigest = "VBRUTM+N43rDyRoBie6vhrAcBxZxp4hIF6rZQD0N39Q="

  /// SHA-256 of ``HTMLScript/text`` in Base64, held to it by the same test.
  private static let scriptDigest = "WgrmnxMC5UHVwL4Uj6HHxggAJ36dra32gPYRQJz4xCE="
}
