import Analyzer
import FaultPlans
import RealmModel
import Replayer
import Reports
import TraceCompression
import TraceFormat

/// The article "Judging a reset" of the library `Analyzer`.
func judgeReset(at path: String) throws {
  let reader = try TraceReader(path: path)
  var replay = Replay()
  while let event = try reader.next() { replay.observe(event) }
  for reset in try replay.resets() {
    let report = Analysis.report(of: reset.outcome(mode: .discardLocal))
    print("\(report.result): \(report.count(of: .lost)) of \(report.writes.count) writes lost")
    for write in report.writes where write.fate == .lost {
      print(write.address.className.readableText, write.kind, write.cause?.rawValue ?? "")
    }
  }
  for reset in try replay.resets() {
    for mode in ResetMode.allCases {
      let report = Analysis.report(of: reset.outcome(mode: mode))
      print("\(report.mode): \(report.count(of: .recovered)) writes recovered")
    }
  }
}

/// Every mode, a fault, since when each loss was bound to happen, and each form of the report.
func reportForms(of replay: Replay, trace: String) throws -> [String] {
  let faults = FaultPlan([try Fault(text: "at step 11: crash")])
  let report = ReplayReport(
    analyzing: try replay.resetsAndEnds(under: faults), of: trace, in: ResetMode.allCases,
    options: AnalysisOptions(hasHorizon: true))
  return [
    report.text(ReportTextOptions(isVerbose: true, style: .terminal)),
    report.json.text(.indented), report.markdown, report.html(), report.jUnit.text,
    report.sarif(toolVersion: "1").json.text(), report.mergePlansJSON.text(),
  ]
}

/// What a report says of one write.
func facts(of write: JudgedWrite, in report: Report) -> [String] {
  let after: String =
    switch write.observed.after {
    case .value(let value): "\(value)"
    case .present: "there"
    case .absent: "gone"
    case nil: "not known"
    }
  return [
    write.fate.rawValue, write.cause?.rawValue ?? "", write.rule?.rawValue ?? "",
    write.winner?.rawValue ?? "", write.threeWay.rawValue, after,
    "\(report.transactions[write.transactionIndex].timeMicroseconds)",
  ]
}

/// A message of a failed reset.
func explain(_ message: String) -> String {
  let explanation = ErrorExplanation(explaining: message)
  return explanation.isRecognized ? explanation.text() : "unknown"
}
