internal import TraceFormat

// Messages that cannot be read.
extension ScrubRewriting {
  /// The head of a message that cannot be read: the word of its type where that is the protocol's, short
  /// numbers, and letters for everything else.
  func scrubbedHead(_ head: [UInt8]) -> [UInt8] {
    let endsLine = head.last == UInt8(ascii: "\n")
    let fields = (endsLine ? head.dropLast() : head[...]).split(
      separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    let scrubbed = fields.enumerated().map { index, field in
      isHarmless(field, isFirst: index == 0)
        ? Array(field) : keyed.bytes(Array(field), .unreadableHead)
    }
    return Array(scrubbed.joined(separator: [UInt8(ascii: " ")])) + (endsLine ? [0x0A] : [])
  }

  private func isHarmless(_ field: ArraySlice<UInt8>, isFirst: Bool) -> Bool {
    if isFirst, let word = String(validating: field, as: UTF8.self) {
      return ProtocolMessage.Kind.allCases.contains { $0.typeWord.hasSameBytes(as: word) }
    }
    return field.count <= 4 && field.allSatisfy { (0x30...0x39).contains($0) }
  }
}
