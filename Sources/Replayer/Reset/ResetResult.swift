public import RealmModel
public import TraceFormat

/// What a client reset led to.
public struct ResetResult: Sendable {
  /// The client's state afterwards; the one before if the reset failed.
  public var after: RealmState
  /// The reset that the file tracks afterwards.
  public var pendingReset: PendingReset?
  /// For a recovered reset: the changesets that replace the unsynced ones, one for each and uploaded
  /// under its version. One without instructions is not uploaded.
  public var reupload: [Changeset]
  /// One for each unsynced instruction, in order.
  public var rulings: [Ruling]
  /// The lists that were copied whole, in order.
  public var listCopies: [ListCopy]
  /// Where the client does not end up with what the server has, although the reset went through.
  public var deviations: [CopyDeviation]

  public init(
    after: RealmState, pendingReset: PendingReset? = nil, reupload: [Changeset] = [],
    rulings: [Ruling], listCopies: [ListCopy] = [], deviations: [CopyDeviation] = []
  ) {
    self.after = after
    self.pendingReset = pendingReset
    self.reupload = reupload
    self.rulings = rulings
    self.listCopies = listCopies
    self.deviations = deviations
  }
}

/// One attempt at a reset, with what it led to.
public struct AttemptedReset: Sendable {
  public var attempt: ResetAttempt
  public var result: ResetResult
  /// The step at which the attempt ended, by itself or with everything done.
  var lastStep: ResetStep
}
