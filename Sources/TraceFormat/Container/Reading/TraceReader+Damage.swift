extension TraceReader {
  /// Passes bytes that are not a sound frame, up to the next one that is.
  func passDamage(_ failure: DecodingFailure, kind: Frame.Kind?, isCut: Bool) throws {
    if damage == nil {
      let isClosing = kind == .index || kind == .trailer
      let isBegun = try isCut && kind == .index && isBeginningOfIndex()
      damage = Damage(
        start: window.offset, reason: "\(failure.code)",
        code: isClosing && (isBegun || !isCut || metIndex != nil)
          ? .damagedIndex : .unreadableBytes,
        isClosingPart: isBegun)
    }
    window.advance(1)
    try scanForFrame()
  }

  /// Whether what stands here is the index of this trace, as far as it goes: its body begins with what is
  /// known of the trace. The kind alone proves nothing, for the header of a chunk may be damaged in it.
  private func isBeginningOfIndex() throws -> Bool {
    guard let traceDigest, let header else { return false }
    var expected: [UInt8] = []
    expected.append(littleEndian: traceDigest)
    header.encode(into: &expected)
    _ = try window.fill(Frame.prefixSize + expected.count)
    let size = min(expected.count, window.available - Frame.prefixSize)
    let start = window.start + Frame.prefixSize
    return size > 0 && window.buffer[start..<start + size].elementsEqual(expected[..<size])
  }

  /// Goes to the next sound frame of this trace, or to the end.
  func scanForFrame() throws {
    let reach = Frame.magicOffset + Frame.magic.count
    let start = window.offset
    while try window.fill(reach) {
      try checkUnreadable(from: start)
      if let distance = window.distance(to: Frame.magic, from: Frame.magicOffset) {
        window.advance(distance - Frame.magicOffset)
        if try isAtSoundFrame() { return }
        window.advance(1)
      } else {
        window.advance(window.available - reach + 1)
      }
    }
    window.advance(window.available)
  }

  /// Large frames are tried only while there is budget for it: a file made of nothing but the
  /// beginnings of frames must not take forever.
  private func isAtSoundFrame() throws -> Bool {
    let sizeMax = rescanBudget > 0 ? Int.max : Int(TraceLimit.smallFrameSizeMax) + 8
    switch try window.nextFrame(sizeMax: sizeMax) {
    case .frame(let frame, _):
      guard let digest = frame.traceDigest, let traceDigest else { return true }
      return digest == traceDigest
    case .unsound:
      rescanBudget -= window.available
      return false
    case .end: return false
    }
  }

  /// Accounts for a chunk whose data frame, at the current position, is damaged or cut.
  func lose(_ header: ChunkHeader, _ failure: DecodingFailure) throws {
    let start = window.offset
    let reason = "chunk \(header.chunkNumber): \(failure.code)"
    nextSequence = header.sequences.first
    let suspects = mode == .salvage ? try salvage(header) : 0
    let missing = account(upTo: header.sequences.last + 1, reason: reason)
    add(
      TraceFinding(
        code: .damagedChunk, offset: start, size: min(header.dataFrameSize, windowRest(header)),
        chunk: header.chunkNumber, missing: missing, suspectCount: suspects,
        reason: "\(failure.code)"))
    try passLost(header, start: start)
  }

  private func windowRest(_ header: ChunkHeader) -> UInt64 {
    window.source.size.map { $0 - min($0, window.offset) } ?? UInt64(window.available)
  }

  /// Passes a lost data frame: by its size where that leads to another frame, else by searching,
  /// since bytes may have been cut out of it.
  private func passLost(_ header: ChunkHeader, start: UInt64) throws {
    let size = Int(header.dataFrameSize)
    rescanBudget -= size
    if try rescanBudget < 0 || window.isPlausibleEnd(at: size) {
      _ = try window.skip(to: start + header.dataFrameSize)
      return
    }
    damage = Damage(
      start: start, reason: "the data frame of chunk \(header.chunkNumber) does not end at a frame",
      code: .unreadableBytes, explainedEnd: start + header.dataFrameSize)
    try scanForFrame()
  }

  /// Accounts for everything before a sequence number that the file knows to come next.
  func settle(upTo sequence: UInt64) throws {
    var suspects: UInt64 = 0
    if mode == .salvage && nextSequence < sequence {
      suspects = try salvageDamage(before: sequence)
    }
    report(account(upTo: sequence, reason: damageReason), suspects: suspects)
    damage = nil
  }

  /// Accounts for unreadable bytes at the end of a file that says nowhere how many records it has.
  func settleAtUnknownEnd() throws {
    guard let damage, !damage.isClosingPart, damage.explainedEnd < window.offset else {
      report(nil, suspects: 0)
      damage = nil
      return
    }
    let suspects = mode == .salvage ? try salvageDamage(before: TraceLimit.sequenceMax) : 0
    let missing = TraceFinding.Missing(firstSequence: nextSequence, recordCount: nil)
    queueLoss(nextSequence, count: nil, reason: damageReason)
    report(missing, suspects: suspects)
    self.damage = nil
  }

  private var damageReason: String {
    damage.map { "bytes from offset 0x\(String($0.start, radix: 16)) on: \($0.reason)" }
      ?? "no chunk accounts for them"
  }

  /// Puts a loss instead of what is missing before a sequence number.
  func account(upTo sequence: UInt64, reason: String) -> TraceFinding.Missing? {
    guard sequence > nextSequence else { return nil }
    let missing = TraceFinding.Missing(
      firstSequence: nextSequence, recordCount: sequence - nextSequence)
    queueLoss(nextSequence, count: sequence - nextSequence, reason: reason)
    nextSequence = sequence
    return missing
  }

  private func queueLoss(_ sequence: UInt64, count: UInt64?, reason: String) {
    let loss = Loss(firstSequence: sequence, recordCount: count, reason: reason)
    var record = Record(
      Event(sequence: sequence, timeMicroseconds: lastTime, session: 0, content: .loss(loss)))
    record.isRecorded = false
    queue.append(record)
  }

  /// Tells of the damage that ends here and of what is missing for it, once.
  private func report(_ missing: TraceFinding.Missing?, suspects: UInt64) {
    guard missing != nil || suspects > 0 || damage.map({ $0.explainedEnd < window.offset }) ?? false
    else { return }
    let start = damage?.start ?? window.offset
    add(
      TraceFinding(
        code: damage?.code ?? .missingRecords, offset: start, size: window.offset - start,
        missing: missing, suspectCount: suspects,
        reason: damage?.reason ?? "no chunk accounts for some numbers"))
  }
}

extension SourceWindow {
  /// How far ahead a byte string begins among the bytes in memory, from a distance on.
  func distance(to pattern: [UInt8], from first: Int) -> Int? {
    buffer[(start + first)...].firstIndex(of: pattern).map { $0 - start }
  }
}
