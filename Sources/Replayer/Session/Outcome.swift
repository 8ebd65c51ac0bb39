public import RealmModel
public import TraceFormat

/// What a client reset did, or would have done, to a session: everything that analysis reads.
///
/// Analysis judges by ``rulings`` and compares the states; it never works out a rule again.
public struct Outcome: Sendable {
  public var session: SessionSummary
  /// What the server had not acknowledged, oldest first.
  public var unsynced: [UnsyncedChangeset]
  public var states: States
  /// The server's own changes since the last sync, in order; nil where the trace does not show them.
  public var serverChanges: [Changeset]?
  /// The indexes in ``unsynced`` of what the server has integrated all the same, its acknowledgement
  /// lost, as far as the trace shows.
  public var integrated: Set<Int> = []
  /// The error that asked for the reset.
  public var error: SyncError
  /// The attempts in order; the last one decides.
  public var attempts: [ResetAttempt]
  /// The earlier reset that the file tracked when this one began.
  public var pendingResetBefore: PendingReset?
  /// The reset that the file tracks afterwards.
  public var pendingResetAfter: PendingReset?
  /// For a recovered reset: what replaces the unsynced changesets, one for each of them.
  public var reupload: [ReuploadedChangeset]
  /// One entry for each instruction of `unsynced`, in order.
  public var rulings: [Ruling]
  /// The lists that the recovery copied whole, in order.
  public var listCopies: [ListCopy]
  /// Where the client does not end up with what the server has, although the reset went through.
  public var deviations: [CopyDeviation]
  /// What the trace does not show. Verdicts that depend on it are not certain.
  public var gaps: [Gap]
  /// The defects of Realm Core that were replayed.
  public var quirks: Quirks
  /// What the device itself did, where the trace recorded it.
  public var observed: ResetObserved?
  /// The faults that were to be injected.
  public var faultPlan = FaultPlan.none
  /// Those that happened at this reset or on the way to it, in the order of the plan.
  public var faults: [FaultFiring] = []
  /// Those that happened at no reset of the trace, or that this one did not come to.
  public var unfiredFaults: [UnfiredFault] = []

  public init(
    session: SessionSummary, unsynced: [UnsyncedChangeset], states: States, error: SyncError,
    attempts: [ResetAttempt], pendingResetBefore: PendingReset? = nil,
    pendingResetAfter: PendingReset? = nil, reupload: [ReuploadedChangeset] = [],
    rulings: [Ruling] = [], gaps: [Gap] = [], observed: ResetObserved? = nil,
    serverChanges: [Changeset]? = nil, quirks: Quirks = .realmCore, listCopies: [ListCopy] = [],
    deviations: [CopyDeviation] = []
  ) {
    self.listCopies = listCopies
    self.deviations = deviations
    self.serverChanges = serverChanges
    self.quirks = quirks
    self.session = session
    self.unsynced = unsynced
    self.states = states
    self.error = error
    self.attempts = attempts
    self.pendingResetBefore = pendingResetBefore
    self.pendingResetAfter = pendingResetAfter
    self.reupload = reupload
    self.rulings = rulings
    self.gaps = gaps
    self.observed = observed
  }
}

extension Outcome {
  /// How the reset ended: the result of the last attempt.
  public var result: ResetResult { attempts.last?.result ?? .failed }

  /// Why the reset failed, if it did.
  public var failure: ResetFailure? { attempts.last?.failure }

  /// The states around a reset.
  public struct States: Sendable {
    /// What client and server had in common at the last sync, where the trace shows it.
    public var base: RealmState?
    /// The client's state just before the reset, unsynced changes included.
    public var local: RealmState
    /// The server's state as the client downloaded it.
    public var fresh: RealmState
    /// The client's state after the reset; equal to `local` if it failed.
    public var after: RealmState

    public init(base: RealmState?, local: RealmState, fresh: RealmState, after: RealmState) {
      self.base = base
      self.local = local
      self.fresh = fresh
      self.after = after
    }
  }

  /// Which session this was about.
  public struct SessionSummary: Hashable, Sendable {
    /// The session's number within the trace.
    public var session: UInt32
    /// The session's beginning, where the trace shows it.
    public var start: SessionStart?
    /// The event that asked for the reset: its sequence number and time.
    public var resetSequence: UInt64
    public var resetTimeMicroseconds: Int64

    public init(
      session: UInt32, start: SessionStart?, resetSequence: UInt64, resetTimeMicroseconds: Int64
    ) {
      self.session = session
      self.start = start
      self.resetSequence = resetSequence
      self.resetTimeMicroseconds = resetTimeMicroseconds
    }
  }

  /// A local transaction that the server had not acknowledged.
  public struct UnsyncedChangeset: Sendable {
    /// The version of the client's file that the transaction made.
    public var clientVersion: UInt64
    /// The record in the trace: its sequence number and time.
    public var sequence: UInt64
    public var timeMicroseconds: Int64
    /// Milliseconds since 2015-01-01 (UTC), the changeset's own time, where known.
    public var originTimestampMilliseconds: UInt64?
    public var changeset: Changeset

    public init(
      clientVersion: UInt64, sequence: UInt64, timeMicroseconds: Int64,
      originTimestampMilliseconds: UInt64? = nil, changeset: Changeset
    ) {
      self.clientVersion = clientVersion
      self.sequence = sequence
      self.timeMicroseconds = timeMicroseconds
      self.originTimestampMilliseconds = originTimestampMilliseconds
      self.changeset = changeset
    }
  }

  /// A changeset that replaces an unsynced one and is uploaded in its place.
  public struct ReuploadedChangeset: Sendable {
    public var clientVersion: UInt64
    /// The encoded changeset; empty if nothing remained, and then nothing is uploaded.
    public var changeset: [UInt8]

    public init(clientVersion: UInt64, changeset: [UInt8]) {
      self.clientVersion = clientVersion
      self.changeset = changeset
    }
  }
}
