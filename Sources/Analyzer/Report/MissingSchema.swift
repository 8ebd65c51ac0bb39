package import RealmModel
internal import Replayer
internal import TraceFormat

/// A class or property that the device has and the server does not, for which a reset fails
/// (`docs/report.schema.json`).
package struct MissingSchema: Codable, Hashable, Sendable {
  package var address: Address
  /// Whether the server had it, at the last sync or by a change of its own since, and so has removed it. Nil where the
  /// trace does not show that.
  package var wasSynced: Bool?

  /// What the failing check of an outcome names; empty where it failed on something else.
  static func all(in outcome: Outcome) -> [MissingSchema] {
    guard let lacking = outcome.failure?.lacking, !lacking.isEmpty else { return [] }
    let added = Set(
      (outcome.situation.serverChanges ?? []).flatMap {
        $0.changeset.objects(of: .addTable) + $0.changeset.objects(of: .addColumn)
      })
    return lacking.map { address in
      MissingSchema(
        address: address,
        wasSynced: outcome.assumesNeverThere(address.className)
          ? false
          : added.contains(address)
            ? true : outcome.situation.base.map { ObservedValue($0, at: address) == .present })
    }
  }
}

extension Outcome {
  /// Whether a fault has it that the server never had a class, whatever the trace shows.
  fileprivate func assumesNeverThere(_ className: RealmString) -> Bool {
    faults.contains { $0.effects.contains { $0.fact == .schema(.classNeverThere(className)) } }
  }

  /// The classes, and the properties of other classes, that the device has and the server lacks.
  var missingInFresh: [Address] {
    situation.local.classes.flatMap { schema -> [Address] in
      guard situation.fresh.contains(class: schema.name) else {
        return [Address(className: schema.name)]
      }
      return schema.properties.map { Address(className: schema.name, property: $0.name) }
        .filter { ObservedValue(situation.fresh, at: $0) == .absent }
    }
  }
}
