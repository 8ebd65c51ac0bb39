internal import Analyzer
internal import RealmModel
internal import TraceFormat

/// What a target gets at once: one write, or the creation of an object with the values that it was given.
enum ExportStep {
  case create(CreatedObject)
  case delete(ObjectName, write: Int)
  case change(PendingWrite, PendingPlace, write: Int)
  case schema(PendingDefinition, write: Int)
  case limited(ExportLimit, write: Int)

  /// The indexes of the writes that it stands for.
  var writes: [Int] {
    switch self {
    case .create(let object): object.writes
    case .delete(_, let write), .change(_, _, let write), .schema(_, let write),
      .limited(_, let write):
      [write]
    }
  }
}

/// An object that the device made, with the values that it gave it in the same transaction.
///
/// Its creation does nothing where the target has the object by then; what was set by somebody is set then
/// all the same, and what is only a default is not, as in Realm.
struct CreatedObject {
  struct Initial {
    var property: PropertySchema
    var value: Value
    /// Whether it was set: a default of the schema, or of the app, overwrites nothing.
    var isSet: Bool
  }

  var object: ObjectName
  /// All properties but the primary key, in the order of their columns.
  var initials: [Initial]
  /// Ascending; the creation first.
  var writes: [Int]
}

extension PendingWrite {
  /// For a write that clears: which kind of collection is left there, empty.
  func emptyCollection(at place: PendingPlace) -> CollectionKind {
    place.collection == .single ? clearedCollection ?? .list : place.collection
  }
}
