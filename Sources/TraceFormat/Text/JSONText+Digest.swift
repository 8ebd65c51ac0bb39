extension JSONText {
  /// XXH64 of the compact text with the fewest escapes, by which states are compared across tools.
  package var digest: UInt64 {
    var bytes: [UInt8] = []
    write(into: &bytes, escaping: .least)
    return XXH64.digest(bytes)
  }
}
