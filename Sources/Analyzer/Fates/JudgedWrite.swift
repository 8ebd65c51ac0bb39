public import RealmModel
public import Replayer
public import TraceFormat

/// An unsynced write and what became of it.
///
/// A write is one instruction of an unsynced changeset, those that change the schema included.
public struct JudgedWrite: Hashable, Sendable {
  // In the order that leaves the smallest gaps: a report holds one of these for each write. What is large, and of many
  // writes or in all modes the same, stands elsewhere.

  /// What the device did, whatever a reset makes of it.
  package var own: Boxed<DeviceWrite>
  package var seen: Boxed<ObservedPlace>
  var elementBox: Boxed<ObservedValues>?
  var defectBox: Boxed<EngineDefect>?
  /// Why; fate, cause and winner follow from it.
  package var reason = FateReason.unknown(.noRuling)
  /// What became of it.
  public var fate = Fate.unknown
  /// For a conflicted write: who won; nil where it conflicts with nobody's wish, because it hit
  /// something else than it was made for.
  public var winner: Winner?
  /// Who has changed the same thing since the last sync.
  public var threeWay = ThreeWayChange.unknown
  /// Where the write's object is missing on the server: whether the last sync still had it.
  package var missingObject: MissingObject?
  /// Whether the server had the effect, and the recovery carried the write out once more: a number
  /// counts it twice, a list has its element twice.
  package var isDoneAgain = false
  /// Whether the server has what the write's thing is part of: the object of a property, the
  /// collection of an entry or element. Not part of a report that was read.
  var isHeldOnServer = true
  /// For a write to an element of a list that is in an element of another one: whether both sides have the same list
  /// there. Not part of a report that was read, either.
  var isInSameList = false
  /// The rule by which the reset did what it did; absent where the replay made no ruling.
  public var rule: RuleIdentifier?
  /// For a write that is lost, conflicted, stranded or unknown, and for no other: why, for totals.
  public var cause: Cause?
  /// For a superseded write: index in ``Report/writes`` of the one that replaced it.
  public var supersededBy: Int?

  package enum MissingObject: String, Codable, Hashable, Sendable, CaseIterable {
    /// It was there at the last sync.
    case deleted
    /// It wasn't; or the trace doesn't show the last sync.
    case neverThere
  }

  /// A write that is still to be read.
  package static let blank = JudgedWrite(
    own: Boxed(.blank), seen: Boxed(ObservedPlace(ObservedValues(device: .absent, after: .absent))))

  /// What the states show of the thing itself: of the element of a list or set, or of the address.
  var thing: ObservedValues { element ?? observed }

  mutating func settle(_ reason: FateReason) {
    (fate, cause, winner) = (reason.fate, reason.cause, reason.winner)
    self.reason = reason
  }
}

extension JudgedWrite {
  /// Index of the transaction in ``Report/transactions``.
  public var transactionIndex: Int { own.value.transactionIndex }
  /// Index of the instruction in the changeset.
  public var instructionIndex: Int { own.value.instructionIndex }
  /// What kind of instruction it is.
  public var kind: InstructionKind { own.value.kind }
  /// Where it acts.
  public var address: Address { own.value.address }
  /// What the write did.
  public var operation: WriteOperation { own.value.operation }
  /// For a write that Realm recorded on its own for a deletion, because its object or list linked
  /// to the deleted object: index in ``Report/writes`` of that deletion.
  public var impliedBy: Int? { own.value.impliedBy }
  /// Whether the class is asymmetric: its objects leave the device by upload alone, and no state of
  /// the device ever holds them.
  package var isUploadOnly: Bool { own.value.isUploadOnly }
  var isOnOwnObject: Bool { own.value.isOnOwnObject }
  var localEffect: Supersession.Effect { own.value.effect }

  /// What the states show of the place where it acts.
  public var observed: ObservedValues {
    get { seen.value.observed }
    set { seen = Boxed(ObservedPlace(newValue)) }
  }
  /// For a write to or below an element of a list, or to an element of a set: what the states show
  /// of that very place, as far as it can be followed.
  public var element: ObservedValues? {
    get { elementBox?.value }
    set { elementBox = newValue.map { Boxed($0) } }
  }
  /// Present where a correct recovery would have done otherwise.
  public var defect: EngineDefect? {
    get { defectBox?.value }
    set { defectBox = newValue.map { Boxed($0) } }
  }

  var payload: PayloadValue? { operation.payload }

  var carried: Value? { payload?.value }
}
