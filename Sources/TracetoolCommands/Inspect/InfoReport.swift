import TraceFormat

struct InfoReport {
  var info: TraceInfo
  var name: String

  var json: JSONText {
    JSONText(facts: [
      "version": 1, "trace": name, "sizeBytes": info.fileSize, "isClosed": info.isClosed,
      "isFromIndex": info.isFromIndex, "metadata": info.header?.json,
      "closingNotes": TraceHeader(metadata: info.closingNotes).json, "chunkCount": info.chunkCount,
      "recordCount": info.recordCount, "recordsSizeBytes": info.recordsSize,
      "firstSequence": info.sequences?.first, "lastSequence": info.sequences?.last,
      "firstTimeMicroseconds": info.times?.first, "lastTimeMicroseconds": info.times?.last,
      "kinds": JSONText.object(
        info.kindCounts.map { JSONText.Member($0.kind.rawValue, .wide($0.count)) }),
      "losses": info.losses.json, "sessions": info.sessions.map(json),
      "unlistedSessionCount": info.unlistedSessionCount, "findings": info.findings.map(\.json),
    ])
  }

  private func json(_ session: SessionSummary) -> JSONText {
    JSONText(facts: [
      "session": session.session, "name": start(of: session.session)?.name,
      "source": start(of: session.session)?.source.rawValue, "recordCount": session.recordCount,
      "firstSequence": session.sequences.first, "lastSequence": session.sequences.last,
      "firstTimeMicroseconds": session.times.first, "lastTimeMicroseconds": session.times.last,
    ])
  }

  private func start(of session: UInt32) -> SessionStart? {
    for event in info.sessionStarts where event.session == session {
      if case .sessionStart(let start) = event.content { return start }
    }
    return nil
  }
}

extension InfoReport {
  var lines: [String] {
    var rows: [(name: String, value: String)] = [("trace", name)]
    if let size = info.fileSize { rows.append(("size", "\(size) bytes")) }
    for item in (info.header?.metadata ?? []) + info.closingNotes {
      rows.append((item.name, item.value))
    }
    rows.append(("closed", info.isClosed ? "yes" : "no: the recorder did not end it"))
    rows.append(
      (
        "records",
        "\(info.recordCount) in \(Int(clamping: info.chunkCount).counted("chunk")), "
          + "\(info.recordsSize) bytes"
      ))
    if let times = info.times {
      rows.append(("time", "\(text(times.first)) to \(text(times.last))"))
    }
    for (kind, count) in info.kindCounts { rows.append(("  \(kind.rawValue)", "\(count)")) }
    if info.losses.lossCount > 0 { rows.append(("lost", "\(info.losses.text)")) }
    return Columns.lines(rows) + sessionLines
  }

  private var sessionLines: [String] {
    guard !info.sessions.isEmpty else { return [] }
    let rows = info.sessions.map { session -> (name: String, value: String) in
      let start = start(of: session.session)
      let name =
        session.session == 0 ? "no session" : SessionStart.title(session.session, start?.name)
      let source = start.map { ", \($0.source.rawValue)" }
      return ("  \(name)", Int(clamping: session.recordCount).counted("record") + (source ?? ""))
    }
    let rest = info.unlistedSessionCount
    let least = rest < TraceLimit.sessionSummariesMax ? "" : "at least "
    return ["sessions"] + Columns.lines(rows) + (rest > 0 ? ["  and \(least)\(rest) more"] : [])
  }

  private func text(_ microseconds: Int64) -> String {
    Timestamp(microseconds: microseconds).text
  }
}
