internal import Analyzer
internal import Phrasebook
internal import RealmModel
internal import Replayer

// Every write on its own, in verbose text.
extension Report {
  func writeVerdict(
    _ write: WriteVerdict, named name: String, _ columns: Int, to page: inout TextPage
  ) {
    page.row(
      name, nameColumns: columns, write.fate.rawValue, write.fate.role,
      [write.operationAtPath], indent: 4)
    for detail in details(of: write) { page.paragraph(detail, indent: 8, .faint) }
  }

  private func details(of write: WriteVerdict) -> [String] {
    let transaction = transactions[write.transactionIndex]
    let origin =
      "version \(transaction.clientVersion)"
      + (Phrase.when(transaction.timeMicroseconds).map { ", \($0)" } ?? "")
      + (write.rule.map { ", rule \($0.rawValue)" } ?? "")
    return [origin, write.reason.words] + (write.defect.map { [$0.words] } ?? [])
      + [write.changeWords, write.sides] + (write.elementSides.map { [$0] } ?? [])
  }
}

extension WriteVerdict {
  /// Who has changed the thing since the last sync, and whose change stands.
  fileprivate var changeWords: String {
    let change = threeWay.meaning ?? unknownChange
    return ([change] + (winner.map { [$0.meaning] } ?? [])).joined(separator: "; ")
  }

  private var unknownChange: String {
    sightings.before == nil
      ? "the server's earlier value is not in this trace"
      : "who has changed it since the last sync can't be told"
  }

  /// What each side has.
  fileprivate var sides: String {
    Self.text([
      ("last sync", sightings.before?.shown ?? "not in this trace"),
      ("device", sightings.device.shown), ("server", sightings.server.shown),
      ("now", sightings.after.shown),
    ])
  }

  /// What each side has of the very element, as far as it can be followed.
  fileprivate var elementSides: String? {
    guard let element else { return nil }
    let isBaseKnown = sightings.before != nil
    return "this element: "
      + Self.text([
        (
          "last sync",
          element.before?.shown ?? (isBaseKnown ? "can't be followed" : "not in this trace")
        ), ("device", element.device?.shown ?? "can't be followed"),
        ("server", element.server?.shown ?? "can't be followed"),
        ("now", element.after?.shown ?? "can't be followed"),
      ])
  }

  private static func text(_ sides: [(name: String, value: String)]) -> String {
    sides.map { "\($0.name): \($0.value)" }.joined(separator: ", ")
  }
}

extension Sighting {
  fileprivate var shown: String { text(columns: Report.valueColumns) }
}
