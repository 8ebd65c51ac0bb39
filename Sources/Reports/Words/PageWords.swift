enum PageWords {
  static let skip = "Skip to the report"
  static let foot = "This page is self-contained: it loads nothing and sends nothing."

  static func source(_ verb: String, of name: String = "") -> String {
    "tracetool \(verb)" + (name.isEmpty ? "" : " \(name)")
  }
}
