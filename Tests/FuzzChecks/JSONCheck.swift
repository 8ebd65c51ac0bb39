import FaultPlans
import Importers
import RealmModel
import Replayer
import TraceCompression
import TraceFormat

/// Any bytes are a file of a kind, or are refused; the first byte says which kind is tried.
enum JSONCheck {
  static func check(_ bytes: [UInt8]) throws(FuzzFinding) {
    guard let kind = bytes.first else { return }
    let rest = Array(bytes.dropFirst())
    try checkText(rest)
    switch kind % 7 {
    case 0: _ = try? Scenario(parsing: rest).events
    case 1: try checkPlan(rest)
    case 2: _ = try? RealmSchema(parsing: rest)
    case 3: _ = try? ResetVector(parsing: rest)
    case 4: try checkCapture(rest)
    case 5: _ = try? ErrorDetails(parsing: rest)
    default: break
    }
  }

  /// What is a fault plan is the same plan after it was written.
  private static func checkPlan(_ bytes: [UInt8]) throws(FuzzFinding) {
    guard let plan = try? FaultPlan(parsing: bytes) else { return }
    let again = try FuzzFinding.expect("what was written is a plan") {
      try FaultPlan(parsing: Array(plan.json.text().utf8))
    }
    try FuzzFinding.require(again == plan, "writing and reading a plan keeps it")
  }

  /// What is JSON is the same JSON after it was written.
  private static func checkText(_ bytes: [UInt8]) throws(FuzzFinding) {
    guard let json = try? JSONText(parsing: bytes) else { return }
    for layout in [json.text(), json.text(.readable)] {
      let again = try FuzzFinding.expect("what was written is JSON") {
        try JSONText(parsing: Array(layout.utf8))
      }
      try FuzzFinding.require(again == json, "writing and reading JSON keeps it")
    }
  }

  /// The events of a capture, whatever its lines are, can be written to a trace.
  private static func checkCapture(_ bytes: [UInt8]) throws(FuzzFinding) {
    var importer = CaptureImporter()
    let writer = try FuzzFinding.expect("a trace is opened") { try TraceWriter(to: MemorySink()) }
    for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
      do {
        try importer.importLine(Array(line)) { try writer.append($0) }
      } catch {
        throw FuzzFinding(description: "what was imported can be written: \(error)")
      }
    }
    try FuzzFinding.expect("the trace is finished") { try writer.finish() }
  }
}
