extension ArraySlice<UInt8> {
  /// Where a text first stands.
  func firstIndex(of text: [UInt8]) -> Int? {
    guard let first = text.first else { return startIndex }
    var start = startIndex
    while let found = self[start...].firstIndex(of: first) {
      guard text.count <= endIndex - found else { return nil }
      if self[found...].starts(with: text) { return found }
      start = found + 1
    }
    return nil
  }

  /// Where a text last stands.
  func lastIndex(of text: [UInt8]) -> Int? {
    guard text.count <= count else { return nil }
    return (startIndex...endIndex - text.count).reversed().first {
      self[$0...].starts(with: text)
    }
  }
}
