import FaultPlans
public import RealmModel
public import TraceFormat

/// What a client reset led to.
public struct ResetResult: Sendable {
  /// The client's state afterwards; the one before if the reset failed.
  public var after: RealmState
  /// The reset that the file tracks afterwards.
  public var pendingReset: PendingReset?
  /// For a recovered reset: the changesets that replace the unsynced ones, one for each and uploaded
  /// under its version. An empty one is not uploaded; one that has no instructions, but names a class, is.
  public var reupload: [Changeset] = []
  /// One for each unsynced instruction, in order.
  package var rulings: [Ruling]
  package var listCopies: [ListCopy] = []
  /// Where the client does not end up with what the server has, although the reset went through.
  package var deviations: [CopyDeviation] = []
}

/// One attempt at a reset, with what it led to.
public struct AttemptedReset: Sendable {
  /// What was decided at each gate, and how it ended.
  public var attempt: ResetAttempt
  /// What is there afterwards.
  public var result: ResetResult
  var lastStep: ResetStep
}

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
