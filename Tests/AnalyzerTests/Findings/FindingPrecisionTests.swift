import AnalysisSupport
import Importers
import RealmModel
import ReplaySupport
import Replayer
import TestSupport
import Testing
import TraceFormat

@testable import Analyzer

/// Over resets that Realm Core recorded: what is reported as harm was harm, and no harm to single
/// values and objects goes unreported. Checked against the states, the server's own changes and the
/// engine without defects, none of which says what a rule does.
@Suite(.slow) struct FindingPrecisionTests {
  /// A recorded recovery with everything to hold it against.
  struct Recovery {
    var outcome: Outcome
    var ideal: Outcome
    var report: Report
    var context: Comment
  }

  static func forEachRecovery(
    in file: String, stride: Int, _ body: (Recovery) throws -> Void
  ) throws {
    var count = 0
    for (index, line) in try Vectors.lines(of: file).enumerated() where index % stride == 0 {
      let vector = try ResetVector(parsing: line)
      guard vector.mode == .recover, vector.base != nil else { continue }
      let events = VectorImporter.events(of: vector)
      let outcome = try Replay.run(events: events, mode: .recover)[0]
      try body(
        Recovery(
          outcome: outcome,
          ideal: try Replay.run(events: events, mode: .recover, quirks: .ideal)[0],
          report: Analysis.report(of: outcome), context: Comment(rawValue: vector.name)))
      count += 1
    }
    #expect(count > 150, "\(file)")
  }

  @Test(arguments: [
    ("reset-lists.ndjson.zst", 2), ("reset-links.ndjson.zst", 2), ("reset-fuzz.ndjson.zst", 6),
  ])
  func `what is reported was harm, and what was harm is reported`(file: String, stride: Int) throws
  {
    try Self.forEachRecovery(in: file, stride: stride) { recovery in
      for collateral in recovery.report.collateral { check(collateral, recovery) }
      for occurrence in recovery.report.traps { check(occurrence, recovery) }
      if recovery.outcome.ending == .recovered { checkNothingIsMissing(recovery) }
    }
  }

  // MARK: Precision

  /// The server had changed the place, and has not what it had there any more.
  private func check(_ collateral: Collateral, _ recovery: Recovery) {
    #expect(!collateral.writes.isEmpty, recovery.context)
    #expect(!collateral.server.looksLike(collateral.after), recovery.context)
    #expect(
      collateral.after == ObservedValue(recovery.outcome.result.after, at: collateral.address))
    switch (collateral.kind, collateral.rule) {
    case (.misapplied, _), (.appliedTwice, _), (_, .updateLinkTargetGone?): break
    default:
      let isTouched = recovery.outcome.serverTouched(collateral.address)
      let what = "\(collateral.address.place), \(collateral.reason)"
      #expect(isTouched, "\(recovery.context): \(what)")
    }
  }

  /// Traps that are defects of the engine: without the defect, the place would look otherwise.
  private static let defects: Set<TrapIdentifier> = [
    .listOverwrittenByDeletion, .linkNulledByDeletion, .linkToLaterCreatedObjectVanishes,
    .indexDriftAfterDroppedInsertion, .clampedIndexCollision, .indexDriftAfterDeletion,
    .lostListTracker,
    .listOfReplacedObjectStaysEmpty, .copiedListIgnoresRefill, .listBelowDictionaryNotCopied,
    .mixedListCopiedOutOfOrder,
    .appliedTwice, .droppedNestedInsertionFailsReset,
  ]

  private func check(_ occurrence: TrapOccurrence, _ recovery: Recovery) {
    guard TrapIdentifier.allCases.contains(occurrence.trap) else {
      Issue.record("\(occurrence.trap.rawValue) is in no table")
      return
    }
    guard Self.defects.contains(occurrence.trap), let address = occurrence.address else { return }
    let (state, ideal) = (recovery.outcome.result.after, recovery.ideal.result.after)
    let isSame = ObservedValue(state, at: address).looksLike(ObservedValue(ideal, at: address))
    let isSameResult = recovery.outcome.ending == recovery.ideal.ending
    #expect(!isSame || !isSameResult, "\(recovery.context): \(occurrence.trap) \(address.place)")
  }

  // MARK: Recall

  /// Every object and every single value that the server had changed and that is lost.
  private func checkNothingIsMissing(_ recovery: Recovery) {
    let situation = recovery.outcome.situation
    // What the server took unheard is no change of its own.
    guard let base = situation.base, situation.integrated.isEmpty else { return }
    let reported = Set(recovery.report.collateral.map(\.address))
    for schema in situation.fresh.classes where schema.kind == .topLevel {
      for key in situation.fresh.keys(of: schema.name) where base.contains(key, of: schema.name) {
        let object = Address(className: schema.name, object: key)
        let changed = lostChanges(of: object, schema, base, recovery.outcome)
        if recovery.outcome.result.after.contains(key, of: schema.name) {
          for property in changed {
            let isReported = reported.contains { $0.wholeProperty == property }
            #expect(isReported, "\(recovery.context): \(property.place)")
          }
        } else if !changed.isEmpty {
          #expect(reported.contains(object), "\(recovery.context): \(object.place)")
        }
      }
    }
  }

  /// The single values that the server had changed, and that are the device's now.
  private func lostChanges(
    of object: Address, _ schema: ClassSchema, _ base: RealmState, _ outcome: Outcome
  ) -> [Address] {
    schema.properties.filter { $0.collection == .single && $0.type != .mixed }.compactMap {
      var address = object
      address.property = $0.name
      let seen = ObservedValues(outcome, at: address)
      // Embedded objects merge, property by property.
      if case .value(.embedded) = seen.server { return nil }
      guard let before = seen.before, before != .absent, !before.looksLike(seen.server),
        !seen.after.looksLike(seen.server),
        seen.after == .absent || seen.after.looksLike(seen.device)
      else { return nil }
      return address
    }
  }
}

extension Outcome {
  /// Whether one of the server's own changes is about the place, or about an object that it may have
  /// linked to.
  fileprivate func serverTouched(_ address: Address) -> Bool {
    (situation.serverChanges ?? []).map(\.changeset).contains { changeset in
      changeset.instructions.contains { instruction in
        if instruction.kind == .eraseObject { return true }
        let other = Address(instruction, in: changeset)
        guard other.wholeObject == address.wholeObject else { return false }
        return address.property == nil || other.property == nil
          || address.property == other.property
      }
    }
  }
}
