internal import Analyzer
internal import Phrasebook
internal import RealmModel
internal import Replayer
internal import TraceFormat

// What the modes do to the server's data, and the traps that they run into: each once, with the modes.
extension ModeComparison {
  /// The most places that are listed unless all are asked for.
  private static let shownPlacesMax = 12

  func writeCollateral(to page: inout TextPage, _ options: ReportTextOptions) {
    let entries = byModes { report in
      report.collateral.map { "\($0.address.text): \($0.sentence)" }
    }
    guard !entries.isEmpty else { return }
    page.heading("Overwritten on the server: \(Phrase.count(entries.count, "place"))")
    let shown = options.isVerbose ? entries[...] : entries.prefix(Self.shownPlacesMax)
    for (text, modes) in shown { page.item("\(text) (\(names(modes)))") }
    guard shown.count < entries.count else { return }
    let rest = Phrase.count(entries.count - shown.count, "more place")
    page.paragraph("... and \(rest) (`--verbose` lists all)")
  }

  func writeTraps(to page: inout TextPage) {
    let traps = byModes { report in
      report.trapGroups.map { trap, sightings in
        let places = sightings.count == 1 ? "" : ", in \(sightings.count) places"
        return "\(trap.rawValue): \(trap.title)\(places)"
      }
    }
    guard !traps.isEmpty else { return }
    page.heading("Known traps of the client reset")
    for (text, modes) in traps { page.item("\(text) (\(names(modes)))") }
  }

  /// What reports say, each sentence once in the order in which it first comes, with the modes of
  /// those that say it.
  private func byModes(_ texts: (Report) -> [String]) -> [(text: String, modes: [ResetMode])] {
    var order: [String] = []
    var modes: [String: [ResetMode]] = [:]
    for report in reports {
      for text in texts(report) {
        if modes[text] == nil { order.append(text) }
        if modes[text]?.last != report.mode { modes[text, default: []].append(report.mode) }
      }
    }
    return order.map { ($0, modes[$0] ?? []) }
  }

  private func names(_ modes: [ResetMode]) -> String {
    modes.map(\.columnName).joined(separator: ", ")
  }
}
