internal import Analyzer
internal import Phrasebook
internal import RealmModel
internal import Replayer
internal import TraceFormat

/// What the analysis found beside the fates: traps, defects of the engine, collateral.
extension HTMLPen {
  func draw(_ traps: ReportSection.Traps) -> HTMLView {
    [
      "hasTraps": true,
      "traps": traps.groups.map { trap, places -> HTMLView in
        [
          "trap": documents.view(trap.rawValue, in: "traps"), "title": trap.title,
          "help": trap.helpSentence, "places": places.entries.map(view),
          "rest": rest(places.restCount, "place"),
        ]
      },
    ]
  }

  private func view(_ place: ReportSection.Traps.Place) -> HTMLView {
    links(to: place.address, place.writes).merging(
      HTMLProse.view(place.text ?? Phrase.seeAbove)
    ) { $1 }
  }

  /// How many there are that are not shown, and what shows them; nothing where all are.
  func rest(_ count: Int, _ noun: String) -> Any {
    count == 0 ? false : HTMLProse.view(Phrase.rest(count, noun) + Phrase.jsonHint)
  }

  func draw(_ places: Listed<ReportSection.CollateralPlace>) -> HTMLView {
    [
      "hasCollateral": true, "collateral": places.entries.map(view),
      "collateralRest": rest(places.restCount, "place"),
    ]
  }

  private func view(_ place: ReportSection.CollateralPlace) -> HTMLView {
    links(to: place.address, place.writes).merging([
      "kind": documents.view(place.kind.rawValue, in: "report", under: "collateral"),
      "meaning": place.kind.meaning.capitalizedFirst,
      "rule": rule(place.rule), "defect": sentence(place.defect),
      "before": place.before.map { view($0) }.orNothing,
      "server": view(place.server), "after": view(place.after),
      "hasGone": !place.gone.isEmpty, "gone": place.gone.map(Self.text),
      "hasSurplus": !place.surplus.isEmpty, "surplus": place.surplus.map(Self.text),
      "isCertain": place.isCertain,
    ]) { $1 }.merging(HTMLProse.view(place.reason)) { $1 }
  }

  private static func text(_ value: Value) -> String { value.text(columns: valueColumns) }

  func draw(_ defects: ReportSection.Defects) -> HTMLView {
    [
      "hasDefects": true, "defectSentence": defects.sentence,
      "defects": defects.places.entries.map(view),
      "defectsRest": rest(defects.places.restCount, "place"),
    ]
  }

  private func view(_ place: ReportSection.Defects.Place) -> HTMLView {
    links(to: place.address, place.writes).merging([
      "identifiers": place.identifiers.map { documents.view($0, in: "rules", under: "defects") },
      "text": prose(place.text.capitalizedFirst),
      "after": place.after.map { view($0) }.orNothing,
      "idealAfter": place.idealAfter.map { view($0) }.orNothing,
    ]) { $1 }
  }

  /// A defect in a sentence, which has its names.
  func sentence(_ defect: String?) -> Any {
    (defect?.capitalizedFirst).map(prose).orNothing
  }

  func rule(_ rule: RuleIdentifier?) -> Any {
    rule.map { documents.view($0.rawValue, in: "rules") }.orNothing
  }

  /// The address of a finding, with the page of its object, and the writes that it is about.
  func links(to address: Address?, _ writes: [Int]) -> HTMLView {
    [
      "address": address.map(addressText).orNothing,
      "objectLink": address.flatMap(target(of:)).orNothing,
      "hasWriteLinks": !writes.isEmpty, "writeWord": writes.count == 1 ? "write" : "writes",
      "writeLinks": writes.prefix(Self.linkedWritesMax).map {
        ["target": target($0), "number": $0]
      },
      "writesRest": writes.count > Self.linkedWritesMax
        ? Phrase.rest(writes.count - Self.linkedWritesMax) : false as Any,
    ]
  }

  /// So many writes of a finding are links.
  static var linkedWritesMax: Int { 12 }

  private func addressText(_ address: Address) -> String {
    let property = address.property == nil ? "" : " \(address.propertyText)"
    return objectName(of: address) + property
  }
}
