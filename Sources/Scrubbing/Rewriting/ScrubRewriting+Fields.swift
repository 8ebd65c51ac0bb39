internal import TraceFormat

// What is next to the data.
extension ScrubRewriting {
  mutating func text(_ text: String, _ field: TextField) -> String {
    guard !text.isEmpty else { return text }
    if let kept = field.vocabulary?.kept(of: text) { return kept }
    // The name of an instruction that a recovery left out.
    if field == .logLine,
      InstructionKind.allCases.contains(where: { $0.name.hasSameBytes(as: text) })
    {
      return text
    }
    counts.texts += 1
    return keyed.text(text, field)
  }

  mutating func query(_ query: String, of className: RealmString) -> String {
    let everything = ["TRUEPREDICATE", "FALSEPREDICATE"]
    guard !query.isEmpty, !everything.contains(where: { $0.hasSameBytes(as: query) }) else {
      return query
    }
    counts.texts += 1
    return keyed.text(query, .partitionQuery)
  }

  mutating func number<Number: FixedWidthInteger>(_ value: Number, _ field: NumberField) -> Number {
    let new = scrubbed(value, field)
    if new != value { counts.numbers += 1 }
    return new
  }

  private func scrubbed<Number: FixedWidthInteger>(
    _ value: Number, _ field: NumberField
  ) -> Number {
    switch field.policy {
    case .kept, .internalKey: value
    case .time: shifts.moved(value, field)
    case .clock: shifts.movedClock(value)
    case .ordered:
      ordered[field].flatMap { Number(exactly: $0[Int128(value)]) } ?? value
    case .replaced: keyed.number(value, field)
    case .coarse: Self.coarse(value)
    case .digest:
      UInt64(exactly: value).flatMap { digests[$0] }.flatMap { Number(exactly: $0) }
        ?? keyed.number(value, field)
    }
  }

  /// The next power of two above a number of more than four digits.
  private static func coarse<Number: FixedWidthInteger>(_ value: Number) -> Number {
    guard value > 9999 else { return value }
    let bits = Number.bitWidth - value.leadingZeroBitCount
    let (power, overflows) = Number(1).multipliedReportingOverflow(by: Number(1) << bits)
    return overflows || power <= value ? .max : power
  }

  /// In hundredths.
  mutating func progressEstimate(_ estimate: Double) -> Double {
    guard estimate.isFinite, (0...1).contains(estimate) else { return 0 }
    return (estimate * 100).rounded() / 100
  }

  mutating func bytes(_ bytes: [UInt8], _ field: BytesField) -> [UInt8] {
    // Nothing is left of a record of an unknown kind, which is counted already.
    guard !bytes.isEmpty, field != .unknownRecord else { return bytes }
    counts.unreadable += 1
    switch field {
    case .unreadableHead: return scrubbedHead(bytes)
    // No changeset begins with it, and no JSON.
    case .undecodableChangeset: return [0xFE] + keyed.bytes(bytes, field)
    case .unreadableBody, .unreadableJSON, .unreadableText, .unknownRecord:
      return keyed.bytes(bytes, field)
    }
  }

  /// A member that nobody knows: what is left is that there is one. One of a name of the protocol's keeps
  /// the type that its value had, since a client would have refused it for that.
  mutating func unknownMember(_ member: JSONText.Member) -> JSONText.Member {
    counts.dropped += 1
    guard member.hasKnownName else { return JSONText.Member(keyed.text(member.name, .note), .null) }
    let emptied: JSONText =
      switch member.value {
      case .null, .bool: member.value
      case .number: .number("0.5")
      case .string: .string("")
      case .array: .array([])
      case .object: .object([])
      }
    return JSONText.Member(member.name, emptied)
  }

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
