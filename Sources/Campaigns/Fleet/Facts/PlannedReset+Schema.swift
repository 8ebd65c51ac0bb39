internal import Analyzer
internal import RealmModel
internal import Replayer

extension PlannedReset {
  /// How the server's schema differs from the device's, without what is only new.
  var schemaChanges: [SchemaChange] {
    guard isReset else { return [] }
    let situation = reset.situation
    let (old, new) = (situation.local.schema, situation.fresh.schema)
    return old == new ? [] : old.changes(to: new).filter { $0.effect != .additive }
  }
}
