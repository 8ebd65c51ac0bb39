/// What a browser may do with the page: nothing but draw it, with this style and this script.
///
/// So even text that slipped through the escaping could neither run nor fetch anything.
enum HTMLPolicy {
  static let text = """
    default-src 'none'; img-src data:; base-uri 'none'; form-action 'none'; \
    style-src '\(SHA256.policySource(of: HTMLStyle.text))'; \
    script-src '\(SHA256.policySource(of: HTMLScript.text))'
    """
}
