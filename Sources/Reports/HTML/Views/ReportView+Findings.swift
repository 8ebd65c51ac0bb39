internal import Analyzer
internal import Phrasebook
internal import RealmModel
internal import Replayer
internal import TraceFormat

/// What the analysis found beside the fates: traps, defects of the engine, collateral.
extension ReportView {
  var findings: HTMLView {
    [
      "hasTraps": !report.traps.isEmpty, "traps": report.traps.map(view),
      "hasCollateral": !report.collateral.isEmpty, "collateral": report.collateral.map(view),
      "hasDefects": !report.defects.isEmpty, "defects": report.defects.map(view),
      "defectSentence": report.defects.isEmpty ? "" : report.defectSentence,
    ]
  }

  private func view(_ trap: TrapSighting) -> HTMLView {
    links(to: trap.address, trap.writes).merging([
      "trap": documents.view(trap.trap.rawValue, in: "traps")
    ]) { $1 }.merging(HTMLProse.view(trap.effect.words)) { $1 }
  }

  private func view(_ collateral: Collateral) -> HTMLView {
    links(to: collateral.address, collateral.writes).merging([
      "kind": documents.view(collateral.kind.rawValue, in: "report", under: "collateral"),
      "meaning": collateral.kind.meaning.capitalizedFirst,
      "rule": rule(collateral.rule), "defect": sentence(collateral.defect),
      "before": collateral.before.map { view($0) }.orNothing,
      "server": view(collateral.server), "after": view(collateral.after),
      "hasGone": !collateral.gone.isEmpty, "gone": collateral.gone.map(Self.text),
      "hasSurplus": !collateral.surplus.isEmpty, "surplus": collateral.surplus.map(Self.text),
      "isCertain": collateral.isCertain,
    ]) { $1 }.merging(HTMLProse.view(collateral.reason.words)) { $1 }
  }

  private static func text(_ value: Value) -> String { value.text(columns: valueColumns) }

  private func view(_ defect: DefectSighting) -> HTMLView {
    links(to: defect.address, defect.writes).merging([
      "identifiers": defect.identifiers.map { documents.view($0, in: "rules", under: "defects") },
      "text": prose(defect.words.capitalizedFirst),
      "after": defect.after.map { view($0) }.orNothing,
      "idealAfter": defect.idealAfter.map { view($0) }.orNothing,
    ]) { $1 }
  }

  /// A defect in a sentence, which has its names.
  func sentence(_ defect: EngineDefect?) -> Any {
    (defect?.words.capitalizedFirst).map(prose).orNothing
  }

  func rule(_ rule: RuleIdentifier?) -> Any {
    rule.map { documents.view($0.rawValue, in: "rules") }.orNothing
  }

  /// The address of a finding, with the page of its object, and the writes that it is about.
  func links(to address: WriteAddress?, _ writes: [Int]) -> HTMLView {
    [
      "address": address.map(addressText).orNothing,
      "objectLink": address.flatMap(target(of:)).orNothing,
      "hasWriteLinks": !writes.isEmpty, "writeWord": writes.count == 1 ? "write" : "writes",
      "writeLinks": writes.map { ["target": target($0), "number": $0] },
    ]
  }

  private func addressText(_ address: WriteAddress) -> String {
    let property = address.property == nil ? "" : " \(address.propertyText)"
    return objectName(of: address) + property
  }
}
