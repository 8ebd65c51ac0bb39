/// A message of Realm in a log, put together from all of its lines.
struct LogEntry: Sendable {
  var envelope: LogEnvelope
  var message: LoggedMessage
  /// Its first line, counted from 1 over all files.
  var lineNumber: Int
  var isCut = false
}

/// Puts entries together from lines: some messages have several, and some systems cut long ones.
struct LogAssembler: Sendable {
  /// The most bytes of a message that carries a changeset.
  private static let dataSizeMax = 1 << 26
  /// The most bytes of any other message.
  private static let textSizeMax = 1 << 20
  /// What is not kept of a dump of HTTP, which nobody reads to its end.
  private static let dumpSizeMax = 8192
  /// From this size on an entry may have been cut by the system: Kotlin and Java cut at 4000 characters.
  private static let cutSizeMin = 900
  private static let followingLinesMax = 100_000

  private struct Pending {
    var envelope: LogEnvelope
    var bytes: [UInt8]
    var message: LoggedMessage
    var lineNumber: Int
    var followingLineCount = 0
    var isTooLong = false
    var isChanged = false
  }

  private var pending: Pending?
  /// The head of the long form of logcat, whose text is on the next line.
  private var openHead: LogEnvelope?
  private var records = JSONRecords()
  /// What the lines add up to; of entries, how many are cut.
  private(set) var counts = LogSummary()
  /// What the latest line is about, looked at alone; nil where it was not looked at just as it is.
  private(set) var latestKind: LogLineKind?

  mutating func take(_ line: [UInt8], lineNumber: Int) -> [LogEntry] {
    let plain = line.withoutEscapeSequences
    let (entries, isPlain) = takePlain(plain, lineNumber: lineNumber)
    if !isPlain || plain.count != line.count { latestKind = nil }
    return entries
  }

  /// Takes a line without what colours it; also says whether it is a line of its own, and not of JSON.
  private mutating func takePlain(
    _ line: [UInt8], lineNumber: Int
  ) -> (entries: [LogEntry], isPlain: Bool) {
    counts.lineCount += 1
    if !records.isOpen, let entries = takeJSON(line, lineNumber: lineNumber) {
      return (entries, false)
    }
    guard records.isOpen || JSONRecords.canBegin(with: line) else {
      return (take(line, in: LogEnvelope(), lineNumber: lineNumber), true)
    }
    return (records.take(line, lineNumber: lineNumber).flatMap { take($0) }, false)
  }

  private mutating func take(_ outcome: JSONRecords.Outcome) -> [LogEntry] {
    switch outcome {
    case .held: []
    case .record(let text, let number), .plain(let text, let number):
      takeJSON(text, lineNumber: number)
        ?? take(text, in: LogEnvelope(), lineNumber: number)
    }
  }

  /// Takes the messages of an object or a list; nil where the text is neither.
  private mutating func takeJSON(_ text: [UInt8], lineNumber: Int) -> [LogEntry]? {
    guard let messages = JSONLogLine.messages(of: text) else { return nil }
    if messages.isEmpty { counts.otherLineCount += 1 }
    return messages.flatMap { message in
      let lines = message.text.split(separator: 0x0A, omittingEmptySubsequences: false)
      return lines.enumerated().flatMap { index, part in
        take(
          Array(part).withoutEscapeSequences, in: index == 0 ? message.envelope : LogEnvelope(),
          lineNumber: lineNumber)
      }
    }
  }

  mutating func finish() -> [LogEntry] {
    let held = records.giveUp().flatMap { take($0) }
    openHead = nil
    return held + flushed()
  }

  private mutating func take(
    _ line: [UInt8], in outer: LogEnvelope, lineNumber: Int
  ) -> [LogEntry] {
    latestKind = nil
    var unwrapped = LogUnwrapping.unwrap(line, in: outer)
    if unwrapped.isServers {
      counts.serverLineCount += 1
      return flushed()
    }
    if unwrapped.isPrivate { counts.privateLineCount += 1 }
    let isTextOfHead =
      openHead != nil && unwrapped.envelope.time == nil
      && !unwrapped.envelope.layers.contains(.logcat)
    if isTextOfHead, let head = openHead { unwrapped = LogUnwrapping.unwrap(line, in: head) }
    openHead = nil
    if unwrapped.text.isEmpty, unwrapped.envelope.layers.last == .logcat {
      openHead = unwrapped.envelope
      return flushed()
    }
    countDropped(unwrapped)
    let message = LoggedMessage(unwrapped.text, in: unwrapped.envelope)
    if !isTextOfHead { latestKind = LogLineKind(message) }
    if let message {
      // A part of a message that was cut has the head of the whole one, and begins as nothing known.
      if message.row == nil, message.connection == nil, follow(unwrapped) { return [] }
      let entries = flushed()
      pending = Pending(
        envelope: unwrapped.envelope, bytes: unwrapped.text, message: message,
        lineNumber: lineNumber)
      return isOpen ? entries : entries + flushed()
    }
    if follow(unwrapped) { return [] }
    if !unwrapped.text.isEmpty { counts.otherLineCount += 1 }
    // Other lines may stand between those of one message only where another thread wrote them.
    return unwrapped.envelope.hasHead && pending?.envelope.hasHead == true ? [] : flushed()
  }

  private mutating func flushed() -> [LogEntry] {
    guard let pending else { return [] }
    self.pending = nil
    var message = pending.message
    if pending.isChanged, let whole = LoggedMessage(pending.bytes, in: pending.envelope) {
      message = whole
    }
    let isCut = message.isCut || pending.isTooLong
    if isCut { counts.cutEntryCount += 1 }
    return [
      LogEntry(
        envelope: pending.envelope, message: message, lineNumber: pending.lineNumber, isCut: isCut)
    ]
  }

  private var isOpen: Bool {
    guard let pending else { return false }
    if pending.message.isCut { return true }
    switch pending.message.row?.kind {
    case .httpDump, .handshakeRefused, .changesetHex, .changesetCompressed, .parsedChangeset,
      .sdkHandlerThrew:
      return true
    case nil: return pending.bytes.count >= Self.cutSizeMin
    default: return false
    }
  }

  private mutating func follow(_ line: UnwrappedLine) -> Bool {
    guard var pending, isOpen else { return false }
    let isSamePlace = line.envelope.isFromSamePlace(as: pending.envelope)
    guard !line.envelope.hasHead || isSamePlace else { return false }
    let kind = pending.message.row?.kind
    let isData = kind == .changesetHex || kind == .changesetCompressed
    if isData, !line.text.allSatisfy(\.isChangesetText) { return false }
    if !line.envelope.hasHead, line.text.isEmpty, kind != .httpDump, kind != .handshakeRefused {
      return false
    }
    pending.followingLineCount += 1
    guard pending.followingLineCount <= Self.followingLinesMax else { return false }
    let sizeMax =
      isData
      ? Self.dataSizeMax
      : kind == .httpDump || kind == .handshakeRefused ? Self.dumpSizeMax : Self.textSizeMax
    if pending.bytes.count + line.text.count < sizeMax {
      if !line.envelope.hasHead, !isData { pending.bytes.append(0x0A) }
      pending.bytes += line.text
      pending.isChanged = true
    } else if isData || kind == nil {
      pending.isTooLong = true
    }
    // A message that is looked at again for each of its lines would take the square of its size.
    if pending.message.isCut, pending.followingLineCount < 64,
      let whole = LoggedMessage(pending.bytes, in: pending.envelope)
    {
      pending.message = whole
    }
    self.pending = pending
    return true
  }

  private mutating func countDropped(_ line: UnwrappedLine) {
    guard line.envelope.tag == "chatty" || line.text.count < 120 else { return }
    let words = line.text.split(separator: 0x20)
    guard let last = words.last?.text,
      last == "lines" && line.envelope.tag == "chatty" || last == "dropped"
    else { return }
    let numbers = words.suffix(3).compactMap { UInt64($0.text) }
    guard let count = numbers.last,
      line.envelope.tag == "chatty"
        || words.contains(where: {
          $0.elementsEqual("lines".utf8)
        })
    else { return }
    // Identical lines were all seen by whoever counts them.
    let (sum, isTooLarge) = counts.droppedLineCount.addingReportingOverflow(count)
    counts.droppedLineCount = isTooLarge ? .max : sum
  }
}

extension [UInt8] {
  /// The line without what colours it on a terminal (ECMA-48: `ESC [`, parameters, and a last byte).
  fileprivate var withoutEscapeSequences: [UInt8] {
    guard contains(0x1B) else { return self }
    var result: [UInt8] = []
    var index = startIndex
    while index < endIndex {
      guard self[index] == 0x1B, index + 1 < endIndex, self[index + 1] == UInt8(ascii: "[") else {
        result.append(self[index])
        index += 1
        continue
      }
      index += 2
      while index < endIndex, (0x20...0x3F).contains(self[index]) { index += 1 }
      // A sequence that is cut ends with the line.
      index = Swift.min(index + 1, endIndex)
    }
    return result
  }
}

extension UInt8 {
  /// Whether a changeset in hexadecimal digits or base64 can have it.
  fileprivate var isChangesetText: Bool {
    isLetter || isDigit || [0x20, 0x2B, 0x2F, 0x3D, 0x2E, 0x0D].contains(self)
  }
}
