/// Reads the records of one changeset, from the first byte to the last.
///
/// It accepts what Realm's parser accepts (Realm Core: `sync/changeset_parser.cpp`) but for input
/// that would later crash Realm or that Realm would silently take for something else.
struct ChangesetDecoder: ~Escapable {
  /// The number of the record that declares a string; every other record is an instruction.
  static let internStringNumber: UInt64 = 63

  let input: RawSpan
  let limits: ChangesetLimits
  var reader: ByteReader
  var changeset = Changeset()
  var interned = InternTable()

  @_lifetime(copy input)
  init(_ input: RawSpan, limits: ChangesetLimits) {
    self.input = input
    self.limits = limits
    self.reader = ByteReader(input)
  }

  @inline(__always)
  var stringCount: Int { changeset.strings.count }

  /// Reads everything. The storage of the result is left empty for the caller to fill in.
  consuming func decode() throws(DecodingFailure) -> Changeset {
    // Realm's instructions take some thirty bytes on average, and growing the array in steps costs
    // as much as decoding into it. The reservation follows a size that the input really has, and is
    // bounded for a changeset that is one large binary; memory that is never written is never used.
    changeset.instructions.reserveCapacity(min(input.byteCount / 28 + 1, 1 << 20))
    while !reader.isAtEnd {
      do throws(DecodingFailure) {
        try readRecord()
      } catch {
        throw error.inside("instruction \(changeset.instructions.count)")
      }
    }
    return changeset
  }

  @inline(__always)
  private mutating func readRecord() throws(DecodingFailure) {
    // A copy of its own, because what is only seen here can be kept in registers.
    var reader = reader
    let start = reader.offset
    let number = try reader.readUnsigned(UInt64.self)
    if number == Self.internStringNumber {
      self.reader.position = reader.position
      return try readInternString()
    }
    guard changeset.instructions.count < limits.instructionCountMax else {
      throw tooMany("the number of instructions", limits.instructionCountMax, start)
    }
    guard let kind = InstructionKind(number) else {
      throw .invalidValue("expected an instruction from 0 to 13 or 63, found \(number)", at: start)
    }
    try readInstruction(kind, &reader)
    self.reader.position = reader.position
  }

  @inline(never)
  private mutating func readInternString() throws(DecodingFailure) {
    let start = reader.offset
    let index = try reader.readUnsigned(UInt32.self)
    guard index == changeset.strings.count else {
      throw .invalidValue(
        "expected the declaration of string \(changeset.strings.count), found \(index)", at: start)
    }
    try checkCount(
      "the number of strings", changeset.strings.count + 1, limits.stringCountMax, start)
    let bytes = try reader.readStringBytes()
    let content = input.extracting(bytes.indices)
    if let earlier = interned.index(of: content, in: changeset.strings, storage: input) {
      throw .invalidValue(
        "string \(index) repeats the bytes of string \(earlier.rawValue)", at: start)
    }
    changeset.strings.append(
      InternedString(
        bytes: bytes,
        beforeInstruction: UInt32(truncatingIfNeeded: changeset.instructions.count)))
    interned.noteLast(of: changeset.strings, storage: input)
  }

  func checkCount(
    _ what: String, _ count: Int, _ limit: Int, _ offset: Int
  ) throws(DecodingFailure) {
    guard count > limit else { return }
    throw tooMany(what, limit, offset)
  }

  /// The refusal of a count. Only who has the budget of memory can say what is left of it.
  @inline(never)
  private func tooMany(_ what: String, _ limit: Int, _ offset: Int) -> DecodingFailure {
    guard limits.areOfMemory else {
      return .limitExceeded(what, found: UInt64(limit) + 1, limit: UInt64(limit), at: offset)
    }
    let demand = MemoryDemand(
      what: "a changeset with \(what) above \(limit)", neededBytes: .max, allowedBytes: 0,
      inputBytes: 0)
    return DecodingFailure(.memoryExceeded(demand), at: offset)
  }
}
