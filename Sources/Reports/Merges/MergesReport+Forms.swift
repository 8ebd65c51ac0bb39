public import Analyzer
internal import RealmModel
internal import Replayer
public import TraceFormat

extension MergesReport {
  /// The report for people: each session apart, the device's own losses first.
  public func text(_ options: ReportTextOptions = ReportTextOptions()) -> String {
    var page = Document(title: Heading.mergedAway)
    for session in sessions { Self.draw(session, options, to: &page) }
    page.list(unanswered.map(\.words), under: Heading.unanswered)
    return page.text(options)
  }

  /// The most writes of a kind that are shown one by one.
  private static let writesMax = 25

  private static func draw(
    _ session: Session, _ options: ReportTextOptions, to page: inout Document
  ) {
    page.heading(session.title)
    page.paragraph(session.extentSentence)
    if let sentence = session.redundantSentence { page.paragraph(sentence) }
    draw(session, Heading.mergedAwayHere, ofDevice: true, options, to: &page)
    draw(session, Heading.mergedAwayThere, ofDevice: false, options, to: &page)
    page.list(session.gaps.map(\.sentence), under: Heading.gaps)
  }

  private static func draw(
    _ session: Session, _ heading: String, ofDevice isDevices: Bool,
    _ options: ReportTextOptions, to page: inout Document
  ) {
    let writes = session.writes.filter { $0.lost.isDevices == isDevices && $0.isLoss }
    guard !writes.isEmpty else { return }
    page.heading(heading)
    let shown = options.isVerbose ? writes.count : min(writes.count, writesMax)
    for write in writes.prefix(shown) {
      page.item("\(write.words) (\(write.lost.origin))")
      page.paragraph("\(write.fate.rawValue): \(write.reasonWords)", indent: 4)
      page.paragraph("\(write.other.origin); \(write.rule.rawValue)", indent: 4, .faint)
    }
    page.rest(writes.count - shown, noun: "write", .faint)
  }

  /// The report for programs (`docs/merge.md`, "JSON").
  public var json: JSONText {
    .members([
      "version": .integer(Self.version), "trace": .string(trace),
      "sessions": .array(sessions.map(Self.json)),
      "unanswered": JSONText(unanswered: unanswered),
    ])
  }

  private static func json(_ session: Session) -> JSONText {
    .members([
      "session": .integer(Int(session.session)), "name": .string(session.name),
      "fileIdent": .wide(session.fileIdent),
      "transactions": .integer(session.transactionCount),
      "downloadedChanges": .integer(session.downloadedChangeCount),
      "mergesKnown": .bool(session.isShown),
      "writes": .array(session.writes.map(\.json)), "gaps": JSONText(fact: session.gaps),
    ])
  }
}

extension MergedWrite {
  var json: JSONText {
    .members([
      "sequence": .wide(sequence), "timeMicroseconds": .wide(timeMicroseconds),
      "fate": .string(fate.rawValue), "rule": .string(rule.rawValue), "lost": lost.json,
      "other": other.json, "text": .string("\(words): \(reasonWords)"),
    ])
  }
}

extension MergedWrite.Side {
  fileprivate var json: JSONText {
    .members([
      "device": .bool(isDevices), isDevices ? "clientVersion" : "serverVersion": .wide(version),
      "originTimestampMilliseconds": .wide(originTimestampMilliseconds),
      "originFileIdent": .wide(originFileIdent), "index": .integer(instructionIndex),
      "class": write?.address.className.json, "object": write?.address.object.map(\.json),
      "property": write?.address.property.map(\.json),
      "path": write.map { .array($0.address.path.map(\.json)) },
      "operation": write.map { .string($0.operation.words) },
      "fact": write.map { JSONText(fact: $0.operation) },
    ])
  }
}
