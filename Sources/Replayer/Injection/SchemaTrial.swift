package import FaultPlans
internal import RealmModel
package import TraceFormat

/// A reset, tried under other schemas of the server (`docs/preflight.md`).
///
/// The server's data is carried over as after such a change: values are converted where there is a
/// natural way. Internal keys are new in a Realm that is made anew, so all outcomes that are
/// compared with each other start from Realms that were made in one way.
package struct SchemaTrial: Sendable {
  private let reset: DueReset
  package let changes: [SchemaChange]
  /// Whether the server's Realm is made anew; else classes and properties are only added to it.
  private let isRebuilt: Bool

  package init(_ reset: DueReset, schema: RealmSchema) {
    self.reset = reset
    changes = reset.situation.fresh.schema.changes(to: schema)
    isRebuilt = changes.contains { $0.effect != .additive }
  }

  /// The reset after some of the changes of the schema; after none of them it is what it would be without a new schema.
  ///
  /// - Parameter indexes: which of ``changes``, ascending.
  package func reset(after indexes: [Int]) -> DueReset {
    var reset = reset
    reset.forgetRecording()
    let made = indexes.map { changes[$0] }
    reset.situation.fresh =
      isRebuilt
      ? SchemaRebuild.rebuild(reset.situation.fresh, EditedSchema(reset.situation.fresh, made))
      : reset.situation.fresh.adding(made)
    return reset
  }

  /// The faults that make some of the changes of this reset's schema; nil where a change has none, or a fault refuses it.
  ///
  /// - Parameter indexes: which of ``changes``, in the order in which the faults happen.
  package func faults(making indexes: [Int]) -> [SchemaFault]? {
    let server = reset.situation.fresh
    var schema = EditedSchema(server)
    var faults: [SchemaFault] = []
    for index in indexes {
      guard let fault = changes[index].fault else { return nil }
      var edit = SchemaEdit(fault, server, SeededNumbers(seed: 0))
      edit.schema = schema
      guard (try? edit.perform()) != nil else { return nil }
      schema = edit.schema
      faults.append(fault)
    }
    return faults
  }
}

extension RealmState {
  fileprivate func adding(_ changes: [SchemaChange]) -> RealmState {
    var transaction = RealmTransaction(self)
    transaction.add(EditedSchema(self, changes), onlyNew: true)
    return transaction.state
  }
}
