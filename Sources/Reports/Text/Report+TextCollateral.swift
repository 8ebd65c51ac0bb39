internal import Analyzer
internal import Phrasebook
internal import RealmModel
internal import Replayer
internal import TraceFormat

// What the recovery did to the server's data, which the app is told nothing about.
extension Report {
  /// The most places that are listed unless every write is asked for.
  private static let shownPlacesMax = 25

  func writeCollateral(to page: inout TextPage, _ options: ReportTextOptions) {
    guard !collateral.isEmpty else { return }
    page.heading(
      "Overwritten on the server: \(Phrase.count(collateral.count, "place"))")
    let shown = options.isVerbose ? collateral.count : Self.shownPlacesMax
    let conflicts = shownConflicts(options)
    let defects = Set(shownDefects(options).compactMap(\.address))
    for entry in collateral.prefix(shown) {
      if isTold(entry, by: conflicts) {
        page.paragraph("\(entry.address.text): \(entry.reference)")
      } else {
        page.paragraph("\(entry.address.text): \(entry.sentence)")
        page.paragraph(entry.values.joined(separator: ", "), indent: 4)
      }
      let isDefectTold = [entry.address.wholeProperty, entry.address.wholeObject]
        .contains(where: defects.contains)
      if let defect = entry.defect, !isDefectTold {
        page.paragraph("\(defect.words).", indent: 4)
      }
    }
    guard collateral.count > shown else { return }
    page.paragraph("... and \(Phrase.count(collateral.count - shown, "more place"))")
  }

  /// The known traps that the reset ran into, each with where it did.
  func writeTraps(to page: inout TextPage, _ options: ReportTextOptions) {
    guard !traps.isEmpty else { return }
    page.heading("Known traps of the client reset")
    let told = toldCollateral(first: options.isVerbose ? .max : Self.shownPlacesMax)
    for (trap, sightings) in trapGroups {
      let shown = options.isVerbose ? sightings.count : 3
      page.paragraph("\(trap.rawValue): \(trap.title)")
      for sighting in sightings.prefix(shown) {
        let place = sighting.address.map { "\($0.text): " } ?? ""
        let text = told.contains(sighting.told) ? "see above" : sighting.effect.words
        page.item("\(place)\(text)", indent: 4)
      }
      guard sightings.count > shown else { continue }
      page.paragraph("... and \(Phrase.count(sightings.count - shown, "more place"))", indent: 4)
    }
  }

  /// The sightings of each trap, in the order in which traps were first seen.
  var trapGroups: [(trap: TrapIdentifier, sightings: [TrapSighting])] {
    var groups: [(trap: TrapIdentifier, sightings: [TrapSighting])] = []
    for sighting in traps {
      if let index = groups.firstIndex(where: { $0.trap == sighting.trap }) {
        groups[index].sightings.append(sighting)
      } else {
        groups.append((sighting.trap, [sighting]))
      }
    }
    return groups
  }
}

extension Collateral {
  /// What happened, and whether that is sure.
  var sentence: String {
    isCertain ? reason.words : "\(reason.words) (not certain: the trace does not show enough)"
  }

  /// What happened, where the conflict above tells most of it.
  fileprivate var reference: String {
    kind == .changedObjectDeleted
      ? "\(sentence) (the conflict above)" : "the conflict above, which the device won"
  }

  fileprivate var values: [String] {
    func text(_ sighting: Sighting) -> String { sighting.text(columns: Report.valueColumns) }
    return ["server: \(text(server))", "now: \(text(after))"]
      + (before.map { ["last sync: \(text($0))"] } ?? [])
  }
}
