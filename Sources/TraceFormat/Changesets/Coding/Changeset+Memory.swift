// What changesets take in memory. An instruction of two bytes takes a hundred when it is decoded, and
// some hundred more as part of a state.

extension MemoryBudget {
  /// The bytes of memory of an instruction in a changeset that is kept, and in the states that it makes.
  package static let bytesPerInstruction = MemoryLayout<Instruction>.stride + 256
  /// The bytes of memory of a changeset, apart from what is in it.
  fileprivate static let bytesPerChangeset = 256
  /// The bytes of memory of a string that a changeset declares, with its place in a table.
  private static let bytesPerString = MemoryLayout<InternedString>.stride + 16
  private static let bytesPerPathElement = MemoryLayout<PathElement>.stride

  fileprivate var changesetLimits: ChangesetLimits {
    var limits = ChangesetLimits.standard
    let instructionCount = restBytes / Self.bytesPerInstruction
    limits.areOfMemory = instructionCount < limits.instructionCountMax
    limits.instructionCountMax = min(limits.instructionCountMax, instructionCount)
    limits.stringCountMax = restBytes / Self.bytesPerString
    limits.pathElementCountMax = restBytes / Self.bytesPerPathElement
    return limits
  }

  /// The bytes of memory of a changeset, as far as they are more than those of its encoded form.
  fileprivate static func bytes(of changeset: Changeset) -> Int {
    changeset.instructions.count * bytesPerInstruction + changeset.strings.count * bytesPerString
      + changeset.pathElements.count * bytesPerPathElement
  }
}

extension Changeset {
  /// Decodes a changeset that is kept, and takes the memory for it.
  ///
  /// - Throws: As ``init(decoding:limits:)``, and `memoryExceeded` where it takes more memory than is
  ///   left, before it is taken.
  public init(
    decoding bytes: [UInt8], within memory: inout MemoryBudget
  ) throws(DecodingFailure) {
    if let overrun = memory.overrun { throw overrun }
    try memory.charge(
      bytes.count + MemoryBudget.bytesPerChangeset, for: "a changeset of \(bytes.count) bytes")
    do throws(DecodingFailure) {
      try self.init(decoding: bytes, limits: memory.changesetLimits)
    } catch {
      guard let demand = error.memoryDemand else { throw error }
      // The number that was met is one more than what fits, so this is refused.
      try memory.charge(memory.restBytes + 1, for: demand.what)
      throw error
    }
    try memory.charge(
      MemoryBudget.bytes(of: self),
      for: "a changeset with \(instructions.count) instructions")
  }
}
