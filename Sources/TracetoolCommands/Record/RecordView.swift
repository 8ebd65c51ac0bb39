import FaultPlans

#if Proxy
  import RecordingProxy
  import Replayer
  import Synchronization
  import TraceFormat

  /// How far the recording is, which its thread sets, and the terminal's and a page show.
  final class RunningTotals: Sendable {
    private let latest = Mutex<(totals: RecordingTotals, path: String?)>((RecordingTotals(), nil))

    func set(_ report: ProxyReport) { latest.withLock { $0 = (report.totals, report.path) } }
    var now: RecordingTotals { latest.withLock { $0.totals } }
    /// The file that is written; nil before anything was recorded.
    var path: String? { latest.withLock { $0.path } }
  }

  /// What is seen of a recording: a line that changes in place on a terminal, a line for whatever happens, or JSON for
  /// programs.
  struct RecordView {
    let console: Console
    let options: OutputOptions
    let totals: RunningTotals
    /// The file or the folder that is recorded to.
    let target: String

    func listening(_ address: ProxyAddress, _ plan: FaultPlan?, page: String?) throws {
      try tell(
        "listening", "listening on \(address), recording to \(target)",
        ["address": "\(address)", "output": target])
      if let page { try tell("view", "showing the session at \(page)", ["address": page]) }
      if let plan {
        let count = plan.faults.count.counted("fault")
        try tell(
          "faults", "injecting \(count), seed \(plan.seed)",
          ["seed": plan.seed, "faults": plan.faults.map(\.text)])
      }
      let totals = totals
      console.progress.begin { _ in Self.line(totals.now) }
    }

    func show(_ report: ProxyReport) throws {
      switch report.finding {
      case .message: break
      case .opened(let connection, let text):
        try tell(
          "opened", "\(connection): \(text)", ["connection": connection, "text": text])
      case .closed(let connection, let reason):
        try tell(
          "closed", "\(connection): \(reason)", ["connection": connection, "reason": reason])
      case .note(let connection, let text):
        try tell("note", "\(connection): \(text)", ["connection": connection, "text": text])
      case .error(let connection, let session, let error):
        try show(error, connection, session)
      case .lost(let count, let reason):
        try tell(
          "lost", "warning: missing in the trace: \(reason)",
          ["count": count, "reason": reason], isWarning: true)
      case .file:
        try tell("file", "recording to \(report.path)", ["output": report.path])
      case .failed(let reason):
        if options.quiet, options.format == .text {
          console.say("error: recording has stopped: \(reason)")
        }
        try tell(
          "failed", "recording has stopped, and everything is still passed on: \(reason)",
          ["reason": reason])
      }
    }

    private func show(_ error: SyncError, _ connection: String, _ session: UInt32) throws {
      let code = error.code.map { "error \($0)" } ?? "an error"
      let action = error.action == .noAction ? "" : ", action \(error.action.rawValue)"
      try tell(
        "error",
        "\(connection): session \(session): the server reports \(code)\(action): \(error.message)",
        [
          "connection": connection, "session": session, "code": error.code,
          "action": error.action.rawValue, "message": error.message,
        ])
    }

    func ended(_ summary: RecordingSummary, unfired: [UnfiredWireFault]) throws {
      console.progress.end()
      let totals = summary.totals
      if options.format == .json {
        try console.print(
          JSONText(facts: [
            "event": "ended", "version": 1, "output": target, "lossCount": summary.lossCount,
            "uncountedLossCount": summary.uncountedLossCount,
            "secretsReplaced": summary.secrets.json, "messageCount": totals.messageCount,
            "uploadedBytes": totals.uploadedBytes, "downloadedBytes": totals.downloadedBytes,
            "sessionCount": totals.sessionCount, "connectionCount": totals.connectionCount,
            "unacknowledgedCount": totals.unacknowledgedCount, "errorCount": totals.errorCount,
            "resetRequestCount": totals.resetRequestCount, "unfiredFaults": unfired.map(Self.json),
          ]), .compact)
        return
      }
      var lines = [
        "\(target): \(Int(clamping: totals.messageCount).counted("message")), "
          + "\(totals.sessionCount.counted("session")), "
          + totals.connectionCount.counted("connection")
      ]
      let uncounted = Int(clamping: summary.uncountedLossCount)
      let known = Int(clamping: summary.lossCount) - uncounted
      if known > 0 { console.say("warning: \(known.counted("message")) missing") }
      if uncounted > 0 {
        console.say(
          "warning: messages missing in \(uncounted.counted("place")), how many is not known")
      }
      for fault in unfired {
        console.say("warning: `\(fault.fault.text)` did not happen: \(fault.reason.words)")
      }
      lines += summary.secrets.lines(ending: "replaced").map { "  \($0)" }
      if !options.quiet { for line in lines { try console.print(line) } }
    }

    private static func json(_ unfired: UnfiredWireFault) -> JSONText {
      JSONText(facts: ["fault": unfired.fault.text, "reason": unfired.reason.words])
    }

    /// The line that changes in place; a narrow terminal cuts its end, so what matters most comes first.
    private static func line(_ totals: RecordingTotals) -> String {
      var parts = [
        "\(totals.openConnectionCount.counted("connection"))",
        totals.sessionCount.counted("session"),
        "\(totals.unacknowledgedCount) unsynced",
      ]
      if totals.errorCount > 0 { parts.append(totals.errorCount.counted("error")) }
      if totals.resetRequestCount > 0 {
        parts.append(totals.resetRequestCount.counted("reset request"))
      }
      parts += [
        "up \(totals.uploadedMessageCount) (\(MemoryDemand.text(Int(clamping: totals.uploadedBytes))))",
        "down \(totals.downloadedMessageCount) "
          + "(\(MemoryDemand.text(Int(clamping: totals.downloadedBytes))))",
      ]
      return parts.joined(separator: ", ")
    }

    private func tell(
      _ event: String, _ line: String, _ facts: KeyValuePairs<String, any Encodable>,
      isWarning: Bool = false
    ) throws {
      switch options.format {
      case .json:
        let members = JSONText(facts: facts).members
        try console.print(.object([.init("event", .string(event))] + members), .compact)
        try console.flush()
      case .text: if isWarning || !options.quiet { console.say(line) }
      }
    }
  }
#endif
