public import TraceFormat

/// Why two histories can't be merged: one says something that the other contradicts.
///
/// On a device that is an integration error: the whole download is given up, and so is every one after
/// it (Realm Core: `sync/transform.cpp`).
public struct MergeFailure: Error, Hashable, Sendable {
  /// What was contradictory.
  public enum Reason: Hashable, Sendable {
    /// Both sides added the same class or property, and not alike.
    case schemaMismatch(SchemaMismatch)
    /// Both sides changed the same list, and don't agree on its size.
    case listSizesDiffer(ours: UInt32, theirs: UInt32)
    /// An index is not a position in a list of that size.
    case indexOutOfRange(UInt32, size: UInt32)
    /// One side has a list where the other has names or keys.
    case inconsistentPaths
    /// Realm Core ends the process here: what would be an assertion's story.
    case abort(Abort)
  }

  /// Inputs on which Realm Core's own assertions fail.
  public enum Abort: Hashable, Sendable {
    /// An update of a dictionary entry meets an instruction on the elements of a list in its place.
    case dictionaryUpdateInList
    /// Something is made a set in a Mixed, and cleared on the other side.
    case clearedNestedSet
  }

  /// Which instruction of which changeset.
  public struct Position: Hashable, Sendable {
    /// Index of the changeset in its list.
    public var changesetIndex: Int
    /// Index of the instruction in the changeset as it was given; that of the EraseTable it stands
    /// before, for an EraseColumn that the merge made.
    public var instructionIndex: Int
  }

  /// What was contradictory.
  public var reason: Reason
  /// The local instruction.
  public var ours: Position
  /// The incoming one.
  public var theirs: Position
}

/// How two additions of one class or property differ. What is ours is named first.
public enum SchemaMismatch: Hashable, Sendable {
  /// The names of the primary keys.
  case primaryKeyNames(className: RealmString, ours: RealmString, theirs: RealmString)
  /// The types of the primary keys.
  case primaryKeyTypes(
    className: RealmString, key: RealmString, ours: PayloadType, theirs: PayloadType)
  /// Only one of the primary keys may be null.
  case primaryKeyNullability(className: RealmString, key: RealmString)
  /// Only one of the classes is asymmetric.
  case asymmetry(className: RealmString)
  /// Only one of the classes is embedded.
  case embedding(className: RealmString, isOurs: Bool)
  /// The types of the properties.
  case types(className: RealmString, property: RealmString, ours: PayloadType, theirs: PayloadType)
  /// Only one of the properties may be null.
  case nullability(className: RealmString, property: RealmString)
  /// What holds the values of the properties.
  case collections(
    className: RealmString, property: RealmString, ours: CollectionKind, theirs: CollectionKind)
  /// The classes that the properties link to.
  case linkTargets(
    className: RealmString, property: RealmString, ours: RealmString, theirs: RealmString)
}
