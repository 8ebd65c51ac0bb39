import TraceFormat

/// Passes over the lines at the beginning of a file that the file before it ends with, as rotated logs have, and over a
/// file that the one before it has whole, as an older copy given after a newer one.
struct LogOverlap {
  /// So many lines of the end of a file are remembered, and so many held back at most.
  private static let linesMax = 1 << 14
  /// Fewer equal lines could be chance.
  private static let linesMin = 3

  private(set) var skippedLineCount = 0
  private var lineNumber = 0
  /// Digests of the latest lines, in a ring.
  private var recent: [UInt64] = []
  private var recentStart = 0
  /// The end of the file before, while the beginning of this one is compared with it.
  private var earlier: [UInt64] = []
  /// The latest line that is to be passed on; the last one of a file is cut where the file was copied while it was
  /// written, and then goes if the next file has the whole one.
  private var last: [(Int, [UInt8])] = []
  private var candidates: [Int] = []
  private var held: [(Int, [UInt8])] = []

  mutating func take(_ line: [UInt8]) -> [(Int, [UInt8])] {
    lineNumber += 1
    let digest = XXH64.digest(line)
    remember(digest)
    guard !earlier.isEmpty else { return pass([(lineNumber, line)]) }
    let offset = held.count
    let isOfLast = last.contains { !$0.1.isEmpty && line.starts(with: $0.1) }
    candidates = (held.isEmpty ? Array(earlier.indices) : candidates).filter { start in
      let index = start + offset
      return index < earlier.count
        && (earlier[index] == digest || isOfLast && index == earlier.count - 1)
    }
    held.append((lineNumber, line))
    guard !candidates.isEmpty else { return release() }
    // The first line that goes as far as the file before went.
    guard candidates.contains(where: { $0 + held.count == earlier.count }) else { return [] }
    guard held.count >= Self.linesMin else {
      return candidates.contains { $0 + held.count < earlier.count } ? [] : release()
    }
    skippedLineCount += held.count
    held = []
    // Of a last line that was cut the whole one is here.
    if earlier.last != digest { last = [(lineNumber, line)] }
    return release()
  }

  mutating func endFile() -> [(Int, [UInt8])] {
    defer { (recent, recentStart) = ([], 0) }
    // What the next file may go on from is still the longer one's end.
    if skipRepeatedFile() { return [] }
    let released = release()
    earlier = Array(recent[recentStart...] + recent[..<recentStart])
    return released
  }

  /// The lines that are left at the end of the log.
  mutating func finish() -> [(Int, [UInt8])] {
    defer { last = [] }
    _ = skipRepeatedFile()
    return release() + last
  }

  /// Skips a file of which the one before has all lines, and says whether it is one. Without times the same lines may be
  /// those of another launch.
  private mutating func skipRepeatedFile() -> Bool {
    guard held.count >= Self.linesMin, LogImporter.firstTime(of: held.lazy.map { $0.1 }) != nil
    else {
      return false
    }
    skippedLineCount += held.count
    (held, candidates) = ([], [])
    return true
  }

  private mutating func release() -> [(Int, [UInt8])] {
    defer { (held, earlier, candidates) = ([], [], []) }
    return pass(held)
  }

  /// Passes lines on, the latest one when the next one comes.
  private mutating func pass(_ lines: [(Int, [UInt8])]) -> [(Int, [UInt8])] {
    let all = last + lines
    last = all.suffix(1)
    return all.dropLast()
  }

  private mutating func remember(_ digest: UInt64) {
    if recent.count < Self.linesMax {
      recent.append(digest)
    } else {
      recent[recentStart] = digest
      recentStart = (recentStart + 1) % Self.linesMax
    }
  }
}

/// Tells messages that two loggers have written both: an app that prints what its callback gets beside the
/// SDK's own printing.
///
/// Some messages may rightly follow each other twice. So an equal neighbour counts as a double where it came in
/// another shape, or at the same time where the log has shown that it says everything twice. Two clients that nothing
/// tells apart say the same too, each once: then a neighbour of the same shape is the other's, unless everything is
/// said twice. A logger that writes later, several lines at once, has another shape and the same exact times.
struct LogDoubles {
  /// A message, whatever it is wrapped in.
  private struct Message: Equatable {
    let digest: UInt64
    let connection: UInt64?
    let session: UInt64?
    let process: String
  }

  /// So many messages of a logger may come before another one writes them, too.
  private static let singlesMax = 16

  private(set) var droppedCount = 0
  /// How many were dropped as doubles that are the other client's.
  private(set) var disputedCount = 0
  private var droppedAlikeCount = 0
  /// Whether the latest message that a client never writes twice in a row came once.
  private var isSingle = false
  private var last: Message?
  /// The latest messages with exact times that came in one shape.
  private var singles: [(message: Message, layers: [LogEnvelope.Layer], microseconds: Int64)] = []
  private var lastLayers: [LogEnvelope.Layer] = []
  private var lastTime: LogTime?
  private var lastIsUnique = false
  private var wasDouble = false
  private var isDoubling = false

  /// - Parameter areClientsAlike: whether several clients may have written the entry.
  mutating func isDouble(_ entry: LogEntry, areClientsAlike: Bool) -> Bool {
    let message = Message(
      digest: XXH64.digest(entry.message.text), connection: entry.message.connection,
      session: entry.message.session, process: entry.envelope.process)
    let kind = entry.message.row?.kind
    let isOtherShape = lastLayers != entry.envelope.layers
    let isEqual =
      !entry.message.text.isEmpty && message == last
      && (isOtherShape || !isApart(entry.envelope.time))
    let isRepeated = takeSingle(message, entry.envelope)
    if !isEqual, lastIsUnique { isSingle = !wasDouble }
    let isOfTwo = areClientsAlike && isSingle
    if isOfTwo {
      disputedCount += droppedAlikeCount
      droppedCount -= droppedAlikeCount
      droppedAlikeCount = 0
    }
    let isUnique = Self.isUnique(kind)
    // A server may refuse writes again and again. What else came once says that this comes again.
    let isAgain = kind == .serverError && isSingle
    if isEqual, !wasDouble, isOtherShape || !isOfTwo && (isDoubling || isUnique && !isAgain) {
      if isUnique { isDoubling = true }
      droppedCount += 1
      if !isOtherShape { droppedAlikeCount += 1 }
      wasDouble = true
      return true
    }
    if isRepeated {
      droppedCount += 1
      return true
    }
    (last, lastLayers, lastTime) = (message, entry.envelope.layers, entry.envelope.time)
    lastIsUnique = isUnique
    wasDouble = false
    return false
  }

  /// Whether a message repeats one of another shape with the same exact time, which is then repeated.
  private mutating func takeSingle(_ message: Message, _ envelope: LogEnvelope) -> Bool {
    guard let time = envelope.time, time.clock == .exact else { return false }
    if let index = singles.firstIndex(where: {
      $0.microseconds == time.microseconds && $0.layers != envelope.layers && $0.message == message
    }) {
      singles.remove(at: index)
      return true
    }
    if singles.count >= Self.singlesMax { singles.removeFirst() }
    singles.append((message, envelope.layers, time.microseconds))
    return false
  }

  /// Whether a time is more than a second from that of the latest message: two loggers print one at once. Clocks of
  /// other shapes may have other zones.
  private func isApart(_ time: LogTime?) -> Bool {
    guard let time = time?.microseconds, let last = lastTime?.microseconds else { return false }
    return max(time, last) - 1_000_000 > min(time, last)
  }

  /// Whether a client never writes the message twice in a row.
  private static func isUnique(_ kind: LogRowKind?) -> Bool {
    switch kind {
    case .binding, .clientStart, .resetSummary, .resetDone, .serverError, .bind, .clientIdent,
      .localChangesets, .sessionConfig, .storedIdent, .negotiatedVersion, .connecting,
      .resetFailed, .download, .upload:
      true
    default: false
    }
  }
}
