internal import Analyzer
internal import Phrasebook
internal import RealmModel
internal import Replayer
internal import TraceFormat

// What to do, and what was destroyed.
extension HTMLPen {
  func draw(_ answer: ReportSection.Answer) -> HTMLView {
    [
      "answer": HTMLProse.view(answer.sentence).merging(
        [
          "isBad": answer.isBad, "parts": view(answer.digest),
          "hint": answer.hint.map(HTMLProse.view).orNothing,
        ]) { $1 }
    ]
  }

  /// The classes of harm, each with its rows.
  func view(_ digest: HarmDigest) -> [HTMLView] {
    digest.parts.map { part in
      [
        "title": part.harmClass.title,
        "count": Phrase.count(part.count, part.harmClass.noun),
        "rows": part.rows.entries.map(view),
        "rest": part.rows.restCount > 0
          ? Phrase.rest(part.rows.restCount, "line") : false as Any,
      ]
    }
  }

  private func view(_ row: HarmDigest.Row) -> HTMLView {
    [
      "place": row.place, "objectLink": row.address.flatMap(target(of:)).orNothing,
      "what": row.what, "hasChange": row.change != nil,
      "old": row.change.map { view($0.old) }.orNothing,
      "new": row.change.map { view($0.new) }.orNothing,
      "cause": row.cause.map { HTMLProse.view($0) }.orNothing,
    ]
  }
}
