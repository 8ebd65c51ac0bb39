extension BinaryInteger {
  /// The number with what it counts: `1 session`, `2 sessions`, `0 sessions`.
  ///
  /// - Parameter plural: how several are named, where that is not the singular and an s.
  package func counted(_ singular: String, _ plural: String? = nil) -> String {
    "\(self) \(self == 1 ? singular : plural ?? singular + "s")"
  }
}
