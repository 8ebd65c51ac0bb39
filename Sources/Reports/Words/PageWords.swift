enum PageWords {
  static let skip = "Skip to the report"
  static let foot = "This page is self-contained: it loads nothing and sends nothing."
  static let liveFoot =
    "This page loads nothing from elsewhere. It only asks the recorder whether there is more."
  static let session = "Look at the session, event by event"

  static func source(_ verb: String, of name: String = "") -> String {
    "tracetool \(verb)" + (name.isEmpty ? "" : " \(name)")
  }
}
