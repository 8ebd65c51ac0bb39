// The readable forms of an event are made in memory, and an instruction of two bytes is some hundred
// characters of JSON.

extension Event {
  /// The bytes of memory of an instruction in JSON or as a line, while it is written.
  private static let bytesPerShownInstruction = 1024
  /// The bytes of memory of a changeset in JSON, apart from its instructions.
  private static let bytesPerShownChangeset = 64
  /// How often the bytes of a changeset that can't be decoded are in memory while they are written.
  private static let copiesOfShownBytes = 8
  private static let instructionSizeMin = 2
  /// The bytes of memory of a byte of JSON that is read, at most: of `[],` each array is allocated.
  private static let bytesPerShownJSONByte = 64

  /// Refuses an event of which the readable form takes more memory than is left; throws `memoryExceeded`.
  func checkShowing(
    within memory: MemoryBudget, withInstructions: Bool
  ) throws(DecodingFailure) {
    var rest = memory
    for changeset in withInstructions ? encodedChangesets : [] {
      let mostInstructions = changeset.count / Self.instructionSizeMin
      var needed = mostInstructions * Self.bytesPerShownInstruction
      if needed > rest.restBytes {
        // What the size allows is too much; what there really is may be less.
        var limits = ChangesetLimits.standard
        limits.instructionCountMax = rest.restBytes / Self.bytesPerShownInstruction
        limits.areOfMemory = true
        do throws(DecodingFailure) {
          let count = try Changeset(decoding: changeset, limits: limits).instructions.count
          needed = count * Self.bytesPerShownInstruction
        } catch {
          // One that can't be decoded is shown as its bytes.
          if error.memoryDemand == nil { needed = changeset.count * Self.copiesOfShownBytes }
        }
      }
      try rest.charge(
        needed + Self.bytesPerShownChangeset, for: "record \(sequence) in readable form")
    }
    try checkShowingJSON(within: &rest)
  }

  private func checkShowingJSON(within rest: inout MemoryBudget) throws(DecodingFailure) {
    guard case .message(let message) = content,
      message.body.count > rest.restBytes / Self.bytesPerShownJSONByte,
      message.announcedBodySize == nil
    else { return }
    do throws(DecodingFailure) {
      _ = try JSONText(parsing: message.body, memory: MemoryLimit(totalBytes: rest.restBytes))
    } catch {
      // What is not JSON, or not to its end, is none the less JSON up to there.
      guard let demand = error.memoryDemand else { return }
      try rest.charge(demand.neededBytes, for: "record \(sequence) in readable form")
    }
  }

  private var encodedChangesets: [[UInt8]] {
    switch content {
    case .localCommit(let commit): [commit.changeset]
    case .serverCommit(let commit): [commit.changeset]
    case .snapshot(let snapshot): snapshot.changesets
    case .resetObserved(let observed): observed.reupload?.map(\.changeset) ?? []
    case .message(let message):
      message.partial?.entries.compactMap(\.changeset)
        ?? (try? message.parsed())?.changesets.map(\.changeset) ?? []
    case .sessionStart, .syncError, .loss, .note, .unknown: []
    }
  }
}

extension TraceReader {
  /// The next event that the selection wants, of which the readable forms fit into the memory that the trace may take.
  ///
  /// - Parameter withInstructions: whether the forms have the instructions of changesets.
  /// - Throws: as ``next()``, and ``DecodingFailure`` for an event that does not fit.
  public func nextToShow(withInstructions: Bool = true) throws -> Event? {
    guard let event = try next() else { return nil }
    try event.checkShowing(within: memory, withInstructions: withInstructions)
    return event
  }
}
