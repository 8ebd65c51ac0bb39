extension Int {
  /// A number with its noun: `1 session`, `2 sessions`, `0 sessions`.
  func counted(_ singular: String, _ plural: String? = nil) -> String {
    "\(self) \(self == 1 ? singular : plural ?? singular + "s")"
  }
}
