enum ToolVersion {
  /// As `tracetool --version` prints it, and reports name it.
  static let text = "0.1.0"
}
