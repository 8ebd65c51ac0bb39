internal import Analyzer
public import Campaigns
internal import RealmModel
internal import Replayer
internal import TraceFormat

extension Preflight {
  /// The result for CI servers: a suite for each trace, a case for each reset in each mode.
  public var jUnit: JUnitReport { JUnitReport(traces.map(\.suite)) }
}

extension PreflightTrace {
  fileprivate var suite: JUnitReport.Suite {
    let name = Phrase.source(path)
    // Servers take the dots of a class name for levels, and a path has some of its own.
    let className = name.replacing(each: ".", with: "_")
    var cases: [JUnitReport.Case] = []
    if let problem {
      cases = [
        .init(
          className: className, name: "read",
          verdict: .broken(.init(kind: verdict.rawValue, message: problem)))
      ]
    }
    if isOfAnotherApp {
      cases = [.init(className: className, name: "read", verdict: .skipped(Self.otherApp))]
    }
    for session in sessions {
      let head = SessionStart.title(session.session, session.name)
      if let problem = session.problem {
        cases.append(.init(className: className, name: head, verdict: .skipped(problem)))
      }
      cases += session.resets.flatMap { reset in
        reset.findings.map { finding in
          JUnitReport.Case(
            className: className,
            name: "\(head), \(reset.occasionText), \(finding.mode.optionName)",
            verdict: reset.verdict(on: finding),
            output: [finding.text(points: reset.pointCount)])
        }
      }
    }
    let damage = damage.map { [JUnitReport.Attribute("damage", $0)] } ?? []
    return JUnitReport.Suite(name: name, properties: damage, cases: cases)
  }
}

extension PreflightReset {
  private static let listedWritesMax = 100

  fileprivate func verdict(on finding: PreflightFinding) -> JUnitReport.Verdict {
    let text = finding.text(points: pointCount)
    switch finding.verdict {
    case .fine: return .passed
    case .leftToApp, .failsAnyway, .notKnown: return .skipped(text)
    case .fails, .loses:
      return .failed(
        .init(
          kind: finding.failure?.failureClass?.rawValue ?? finding.verdict.rawValue,
          message: finding.failure.map { "\($0.textWithEnding); \(text)" } ?? text,
          details: details(finding)))
    }
  }

  private func details(_ finding: PreflightFinding) -> [String] {
    var causes: [String] = []
    for diagnosis in finding.diagnoses {
      if let failure = diagnosis.failure { causes.append(failure.textWithEnding) }
      causes += diagnosis.changes.map { SchemaChange.asCause(changes[$0].words) }
    }
    return causes
      + Phrase.first(Self.listedWritesMax, of: finding.writes, noun: "write") {
        "\($0.fate.rawValue): \($0.address.text) \($0.operation.words)"
      }
  }
}
