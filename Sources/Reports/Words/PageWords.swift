/// What a page says of itself.
enum PageWords {
  static let skip = "Skip to the report"
  static let foot = "This page is self-contained: it loads nothing and sends nothing."

  /// What made a page, above its title.
  static func source(_ verb: String, of name: String = "") -> String {
    "tracetool \(verb)" + (name.isEmpty ? "" : " \(name)")
  }
}
