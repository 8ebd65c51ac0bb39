/// One step below a property: into a list, or by name into an embedded object or a dictionary.
public enum PathElement: Hashable, Sendable, BitwiseCopyable {
  /// An index into a list, from 0.
  case index(UInt32)
  /// A property of an embedded object, or a dictionary key.
  case key(StringIndex)
}

/// A stretch of a changeset's `pathElements`.
public struct PathRange: Hashable, Sendable, BitwiseCopyable {
  /// Index of the first element in the changeset's `pathElements`.
  public var start: UInt32
  /// How many elements it has; 0 for the property itself.
  public var count: UInt32

  /// A stretch of elements.
  @inlinable public init(start: UInt32, count: UInt32) {
    (self.start, self.count) = (start, count)
  }

  /// The path that ends at the property itself.
  public static let empty = PathRange(start: 0, count: 0)
}

/// Where an instruction acts: a class, an object, a property, and a path below it.
public struct Location: Hashable, Sendable, BitwiseCopyable {
  // In the order that leaves the smallest gaps.

  /// The primary key of the object.
  public var object: PrimaryKey
  /// The class.
  public var table: StringIndex
  /// The property.
  public var field: StringIndex
  /// The way below the property; empty for the property itself.
  public var path: PathRange

  /// A place of these parts.
  @inlinable public init(
    table: StringIndex, object: PrimaryKey, field: StringIndex, path: PathRange = .empty
  ) {
    (self.table, self.object, self.field) = (table, object, field)
    self.path = path
  }
}

/// One instruction of a changeset.
///
/// The fourteen kinds of Realm Core's `sync/instructions.hpp`, in the order of their numbers. An
/// instruction holds no memory of its own: strings, binaries and paths are ranges of its
/// changeset, which keeps a changeset of a million instructions one flat array.
public enum Instruction: Hashable, Sendable, BitwiseCopyable {
  /// Adds a class.
  case addTable(AddTable)
  /// Removes a class with all its objects.
  case eraseTable(EraseTable)
  /// Creates an object.
  case createObject(ObjectChange)
  /// Removes an object.
  case eraseObject(ObjectChange)
  /// Sets a property, a list element or a dictionary entry.
  case update(Update)
  /// Adds to an integer property.
  case addInteger(AddInteger)
  /// Adds a property to a class.
  case addColumn(AddColumn)
  /// Removes a property from a class.
  case eraseColumn(EraseColumn)
  /// Inserts an element into a list.
  case arrayInsert(ArrayInsert)
  /// Moves an element of a list.
  case arrayMove(ArrayMove)
  /// Removes an element of a list.
  case arrayErase(ArrayErase)
  /// Empties a collection, or makes a Mixed value an empty one.
  case clear(Clear)
  /// Inserts an element into a set.
  case setInsert(SetChange)
  /// Removes an element from a set.
  case setErase(SetChange)

  /// The primary key column of a class, as AddTable states it.
  public struct PrimaryKeyColumn: Hashable, Sendable, BitwiseCopyable {
    /// The name of the property; empty for a class without primary key.
    public var field: StringIndex
    /// int, string, objectID, uuid; or globalKey for a class without primary key.
    public var type: PayloadType
    /// Whether null is allowed.
    public var isNullable: Bool
  }

  /// Adds a class; without effect where an equal class exists.
  public struct AddTable: Hashable, Sendable, BitwiseCopyable {
    /// The name of the class.
    public var table: StringIndex
    /// What its objects are.
    public var kind: TableKind
    /// Absent exactly for embedded classes.
    public var primaryKey: PrimaryKeyColumn?
  }

  /// Removes a class with all its objects.
  public struct EraseTable: Hashable, Sendable, BitwiseCopyable {
    /// The class.
    public var table: StringIndex
  }

  /// Creates an object, without effect where one with this key exists; or removes it, without effect where
  /// there is none.
  public struct ObjectChange: Hashable, Sendable, BitwiseCopyable {
    /// The class.
    public var table: StringIndex
    /// The primary key of the object.
    public var object: PrimaryKey
  }

  /// What follows the value of an Update on the wire, decided by how its path ends.
  public enum UpdateTail: Hashable, Sendable, BitwiseCopyable {
    /// For a property or a dictionary entry: whether the value is the property's default.
    case isDefault(Bool)
    /// For a list element: the size of the list before the update.
    case priorSize(UInt32)
  }

  /// Sets a property, a list element or a dictionary entry.
  public struct Update: Hashable, Sendable, BitwiseCopyable {
    /// Where it acts.
    public var location: Location
    // The tail in two parts, which fit where other things leave gaps: an instruction is the smaller by a tenth.
    @usableFromInline var tailNumber: UInt32
    /// The new value.
    public var value: Payload
    @usableFromInline var tailIsPriorSize: Bool

    /// What stands behind the value.
    @inlinable public var tail: UpdateTail {
      get { tailIsPriorSize ? .priorSize(tailNumber) : .isDefault(tailNumber != 0) }
      set {
        switch newValue {
        case .isDefault(let isDefault):
          (tailNumber, tailIsPriorSize) = (isDefault ? 1 : 0, false)
        case .priorSize(let size): (tailNumber, tailIsPriorSize) = (size, true)
        }
      }
    }

    /// An instruction of these parts.
    @inlinable public init(location: Location, value: Payload, tail: UpdateTail) {
      self.location = location
      self.value = value
      (tailNumber, tailIsPriorSize) = (0, false)
      self.tail = tail
    }
  }

  /// Adds to an integer property.
  public struct AddInteger: Hashable, Sendable, BitwiseCopyable {
    /// Where it acts.
    public var location: Location
    /// What is added; may be negative.
    public var value: Int64
  }

  /// Adds a property to a class; without effect where an equal property exists.
  public struct AddColumn: Hashable, Sendable, BitwiseCopyable {
    /// The class.
    public var table: StringIndex
    /// The name of the property.
    public var field: StringIndex
    /// The type of the values; `null` means Mixed. Never negative.
    public var type: PayloadType
    /// Whether null is allowed.
    public var isNullable: Bool
    /// How the property holds its values.
    public var collection: CollectionKind
    /// The target class; present exactly for links.
    public var linkTarget: StringIndex?
    /// The type of the keys; present exactly for dictionaries, and always string from Realm.
    public var keyType: PayloadType?
  }

  /// Removes a property from a class.
  public struct EraseColumn: Hashable, Sendable, BitwiseCopyable {
    /// The class.
    public var table: StringIndex
    /// The property.
    public var field: StringIndex

    /// An instruction of these parts.
    @inlinable public init(table: StringIndex, field: StringIndex) {
      (self.table, self.field) = (table, field)
    }
  }

  /// Inserts an element into a list, at the last index of the path.
  public struct ArrayInsert: Hashable, Sendable, BitwiseCopyable {
    /// Where it acts.
    public var location: Location
    /// Size of the list before the insertion.
    public var priorSize: UInt32
    /// The new element.
    public var value: Payload
  }

  /// Moves a list element from the last index of the path to another index.
  public struct ArrayMove: Hashable, Sendable, BitwiseCopyable {
    /// Where it acts.
    public var location: Location
    /// The index at which the element ends up.
    public var destination: UInt32
    /// Size of the list, which a move does not change.
    public var priorSize: UInt32
  }

  /// Removes the list element at the last index of the path.
  public struct ArrayErase: Hashable, Sendable, BitwiseCopyable {
    /// Where it acts.
    public var location: Location
    /// Size of the list before the removal.
    public var priorSize: UInt32
  }

  /// Empties a collection, or makes a Mixed value an empty collection of the stated kind.
  public struct Clear: Hashable, Sendable, BitwiseCopyable {
    /// Where it acts.
    public var location: Location
    /// The kind of the collection; `single` where it is not stated.
    public var collection: CollectionKind
  }

  /// Inserts an element into a set, or removes it.
  public struct SetChange: Hashable, Sendable, BitwiseCopyable {
    /// Where it acts.
    public var location: Location
    /// The element.
    public var value: Payload
  }
}
