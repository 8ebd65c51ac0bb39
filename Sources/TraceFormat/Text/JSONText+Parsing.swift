extension JSONText {
  /// Reads one JSON value that fills the whole input (RFC 8259).
  ///
  /// Members keep their order and numbers their digits, which is what a 64-bit integer and an order of operations need.
  /// An object that names a member twice is refused, because readers differ in which of the two they believe.
  ///
  /// - Throws: where the text is not JSON, not UTF-8, or nested more than 256 deep.
  public init(parsing bytes: [UInt8]) throws(DecodingFailure) {
    try self.init(parsing: bytes, memory: .unlimited)
  }

  /// Reads one JSON value that may take so much memory, and no more of it than that.
  ///
  /// - Throws: as ``init(parsing:)``, and `memoryExceeded`.
  package init(parsing bytes: [UInt8], memory: MemoryLimit) throws(DecodingFailure) {
    var reader = JSONReader(bytes.rawBytes)
    var budget = MemoryBudget(memory, inputBytes: UInt64(bytes.count))
    try budget.charge(bytes.count, for: "JSON of \(bytes.count) bytes")
    self = try Self.read(&reader, &budget)
    try reader.finish()
  }

  /// The bytes of memory of a value and what refers to it, in an array that may have grown to twice its size.
  private static let bytesPerValue = 2 * MemoryLayout<Member>.stride
  /// The bytes of memory of what is on the heap for it, apart from its contents.
  private static let bytesPerAllocation = 48
  /// The most bytes of a string that takes no memory of its own.
  private static let smallStringSizeMax = 15

  private static func charge(
    _ contentBytes: Int, _ reader: borrowing JSONReader, _ memory: inout MemoryBudget
  ) throws(DecodingFailure) {
    let own = contentBytes > smallStringSizeMax ? contentBytes + bytesPerAllocation : 0
    try memory.charge(
      bytesPerValue + own, for: "JSON of which \(reader.position) bytes were read",
      at: reader.position)
  }

  /// The value of an object's member, or nil where there is none or this is not an object.
  public func member(_ name: String) -> JSONText? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.isNamed(name) }?.value
  }

  /// The members of an object; none of anything else.
  package var members: [Member] { if case .object(let members) = self { members } else { [] } }

  /// Reads the next value; the recursion is bounded by the reader's limit on nesting.
  private static func read(
    _ reader: inout JSONReader, _ memory: inout MemoryBudget
  ) throws(DecodingFailure) -> JSONText {
    let value: JSONText
    var contentBytes = 0
    switch try reader.nextKind() {
    case .object:
      contentBytes = bytesPerAllocation
      value = try readObject(&reader, &memory)
    case .array:
      contentBytes = bytesPerAllocation
      value = try readArray(&reader, &memory)
    case .string:
      let text = try reader.readString()
      contentBytes = text.utf8.count
      value = .string(text)
    case .number:
      let digits = try reader.readNumber()
      contentBytes = digits.utf8.count
      value = .number(digits)
    case .bool: value = .bool(try reader.readBool())
    case .null:
      try reader.readNull()
      value = .null
    }
    try charge(contentBytes, reader, &memory)
    return value
  }

  private static func readArray(
    _ reader: inout JSONReader, _ memory: inout MemoryBudget
  ) throws(DecodingFailure) -> JSONText {
    var elements: [JSONText] = []
    try reader.enterArray()
    while try reader.nextElement() { elements.append(try read(&reader, &memory)) }
    return .array(elements)
  }

  private static func readObject(
    _ reader: inout JSONReader, _ memory: inout MemoryBudget
  ) throws(DecodingFailure) -> JSONText {
    var members: [JSONText.Member] = []
    try reader.enterObject()
    while let name = try reader.nextMember() {
      if name.utf8.count > smallStringSizeMax { try charge(name.utf8.count, reader, &memory) }
      members.append(JSONText.Member(name, try read(&reader, &memory)))
    }
    return .object(members)
  }
}

/// The mark that some editors put before a text in UTF-8, and that is not part of the text (RFC 3629, section
/// 6; RFC 8259, section 8.1, lets readers of JSON pass over it).
package enum ByteOrderMark {
  package static let bytes: [UInt8] = [0xEF, 0xBB, 0xBF]

  static func isFirst(in text: RawSpan) -> Bool {
    var reader = ByteReader(text)
    for expected in bytes {
      guard (try? reader.readByte()) == expected else { return false }
    }
    return true
  }
}
