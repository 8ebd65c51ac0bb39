import Analyzer
import RealmModel
import Replayer
import TestSupport
import TraceFormat

extension ScenarioExpectation {
  /// The entry that a report is about. Where the client goes on after a recovery that failed, the
  /// report is about the second attempt.
  func reset(of report: Report, _ engine: Engine) -> Reset? {
    let isSecond = report.attempts.count > 1
    return resets.first {
      $0.modes.contains(report.mode) && $0.engines?.contains(engine.rawValue) != false
        && !$0.isRecoveryForbidden && $0.faults.isEmpty
        && $0.after == (isSecond ? [report.mode] : [])
    }
  }
}

extension Address {
  /// The address as scenarios write it.
  var plain: JSONText {
    var parts: [JSONText] = [.string(className.readableText)]
    switch object {
    case .int(let key)?: parts.append(.number(String(key)))
    case .some(let key): parts.append(key.json)
    case nil: break
    }
    if let property { parts.append(.string(property.readableText)) }
    for step in path {
      switch step {
      case .index(let index): parts.append(.number(String(index)))
      case .key(let key): parts.append(.string(key.readableText))
      }
    }
    return .array(parts)
  }
}
