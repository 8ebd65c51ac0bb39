import RealmModel
import Scrubbing
import TraceFormat

struct ScrubReport {
  let work: ScrubWork
  let trace: String
  let output: String

  var isSame: Bool { work.agreement?.isSame ?? true }

  private static let shownDifferencesMax = 10

  var lines: [String] {
    let records = work.recordCount.counted("record")
    let replaced = rows.filter { $0.count > 0 }.map { $0.count.counted($0.noun) }
    return [
      "\(output): \(records); replaced: \(replaced.isEmpty ? "nothing" : replaced.joined(separator: ", "))"
    ] + droppedLines + [verdictLine]
  }

  private var droppedLines: [String] {
    work.counts.dropped == 0
      ? []
      : [
        "  left out, because it has no policy: \(Int(clamping: work.counts.dropped).counted("part"))"
      ]
  }

  private var verdictLine: String {
    guard let agreement = work.agreement else {
      return "  not checked whether it replays identically"
    }
    let (resets, ends) = (agreement.resetCount, agreement.endCount)
    let moments =
      (resets > 0 || ends == 0 ? [resets.counted("reset")] : [])
      + (ends > 0 ? [ends.counted("end of a session", "ends of sessions")] : [])
    let unknown =
      agreement.uncomparedStateCount > 0
      ? "; \(agreement.uncomparedStateCount.counted("state")) could not be compared" : ""
    return "  replays identically: \(moments.joined(separator: " and ")) in all modes, "
      + "\(agreement.writeCount.counted("fate")), \(agreement.stateCount.counted("state"))\(unknown)"
  }

  private var rows: [(name: String, noun: String, count: UInt64)] {
    let counts = work.counts
    return [
      ("values", "value", counts.values), ("primaryKeys", "primary key", counts.primaryKeys),
      ("names", "name", counts.names),
      ("dictionaryKeys", "dictionary key", counts.dictionaryKeys),
      ("texts", "text", counts.texts), ("numbers", "number", counts.numbers),
      ("unreadable", "unreadable part", counts.unreadable),
    ]
  }

  var differenceLines: [String] {
    guard let agreement = work.agreement else { return [] }
    let shown = agreement.differences.prefix(Self.shownDifferencesMax)
    let more = agreement.differenceCount - shown.count
    return shown.map(Self.line) + (more > 0 ? ["and \(more) more"] : [])
  }

  private static func line(_ difference: VerdictDifference) -> String {
    let reset = difference.session.map {
      "session \($0), record \(difference.sequence ?? 0): "
    }
    let mode = difference.mode.map { "mode \($0.rawValue): " }
    let place = difference.place.map { " of \($0.text)" }
    return "\(reset ?? "")\(mode ?? "")the \(difference.aspect.rawValue)\(place ?? "") was "
      + "`\(difference.before)`, and is `\(difference.after)`"
  }

  var json: JSONText {
    JSONText(facts: [
      "version": 1, "trace": trace, "output": isSame ? JSONText.string(output) : JSONText.null,
      "keyFingerprint": work.key.fingerprint, "names": work.choice.names.rawValue,
      "timesAreShifted": work.choice.shiftsTimes, "recordCount": work.recordCount,
      "replaced": JSONText.object(rows.map { JSONText.Member($0.name, .wide($0.count)) }),
      "dropped": work.counts.dropped, "verdicts?": work.agreement.map(Self.json),
    ])
  }

  private static func json(_ agreement: VerdictAgreement) -> JSONText {
    JSONText(facts: [
      "isSame": agreement.isSame, "resetCount": agreement.resetCount,
      "endCount": agreement.endCount, "fateCount": agreement.writeCount,
      "stateCount": agreement.stateCount, "uncomparedStateCount": agreement.uncomparedStateCount,
      "differenceCount": agreement.differenceCount, "differences": agreement.differences.map(json),
    ])
  }

  private static func json(_ difference: VerdictDifference) -> JSONText {
    JSONText(facts: [
      "session?": difference.session, "record?": difference.sequence,
      "mode?": difference.mode?.rawValue, "aspect": difference.aspect.rawValue,
      "place?": difference.place?.text, "before": difference.before, "after": difference.after,
    ])
  }
}
