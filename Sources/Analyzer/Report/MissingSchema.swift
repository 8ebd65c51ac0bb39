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
    guard let failure = outcome.failure else { return [] }
    let lacking: [Address] =
      switch failure.failureClass {
      case .classesRemoved: outcome.missingInFresh.filter { $0.property == nil }
      case .propertiesRemoved: outcome.missingInFresh.filter { $0.property != nil }
      default: []
      }
    let added = Set(
      (outcome.situation.serverChanges ?? []).flatMap {
        $0.changeset.objects(of: .addTable) + $0.changeset.objects(of: .addColumn)
      })
    // What an unsynced change adds does not keep a recovery from running, and so is not in the message.
    return lacking.filter { failure.names($0) }.map { address in
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
      guard let other = situation.fresh.schema(of: schema.name) else {
        return [Address(className: schema.name)]
      }
      return schema.properties.filter { other.property($0.name) == nil }.map {
        Address(className: schema.name, property: $0.name)
      }
    }
  }
}

extension ResetFailure {
  /// Whether the list of the message, which stands between braces at its end, has a class or property.
  fileprivate func names(_ address: Address) -> Bool {
    let name = (address.property ?? address.className).readableText
    guard let open = message.lastIndex(of: "{") else { return false }
    return message[message.index(after: open)...].split(separator: ",").contains { part in
      part.drop { $0 == " " }.prefix { $0 != "}" }.utf8.elementsEqual(name.utf8)
    }
  }
}
