extension [UInt8] {
  /// Whether a line of text holds nothing but spaces, tabs and carriage returns.
  package var isBlankLine: Bool { allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D } }
}
