package import RealmModel
package import TraceFormat

extension RealmState {
  /// A changeset that makes this state of an empty Realm: classes, properties, objects, values.
  ///
  /// Objects are numbered anew, so internal keys are not those of the history that made the state.
  /// Links without a target come out as null.
  /// - Throws: where Realm's state transfer could not copy the state, such as a class whose objects
  ///   have no primary key.
  package func buildingChangeset() throws(ResetFailure) -> Changeset {
    var transfer = StateTransfer(from: self, to: RealmState())
    transfer.copier.destination.startRecording()
    try transfer.run()
    return transfer.copier.destination.takeRecorded()
  }
}
