/// Which instruction it is; the raw values are the numbers on the wire.
public enum InstructionKind: UInt8, Hashable, Sendable, CaseIterable, BitwiseCopyable {
  /// Adds a class.
  case addTable = 0
  /// Removes a class with all its objects.
  case eraseTable = 1
  /// Creates an object.
  case createObject = 2
  /// Removes an object.
  case eraseObject = 3
  /// Sets a property, a list element or a dictionary entry.
  case update = 4
  /// Adds to an integer property.
  case addInteger = 5
  /// Adds a property to a class.
  case addColumn = 6
  /// Removes a property from a class.
  case eraseColumn = 7
  /// Inserts an element into a list.
  case arrayInsert = 8
  /// Moves an element of a list.
  case arrayMove = 9
  /// Removes an element of a list.
  case arrayErase = 10
  /// Empties a collection, or makes a Mixed value an empty one.
  case clear = 11
  /// Inserts an element into a set.
  case setInsert = 12
  /// Removes an element from a set.
  case setErase = 13

  /// The kind that a number on the wire means. The whole number counts, not its low byte.
  @inline(__always)
  init?(_ number: UInt64) {
    guard number <= 13, let kind = InstructionKind(rawValue: UInt8(truncatingIfNeeded: number))
    else { return nil }
    self = kind
  }
}

extension InstructionKind {
  /// The name of the instruction in Realm's own words, such as `ArrayInsert`.
  public var name: String {
    let name = String(describing: self)
    return name.prefix(1).uppercased() + name.dropFirst()
  }
}

extension Instruction {
  /// Which instruction it is.
  public var kind: InstructionKind {
    switch self {
    case .addTable: .addTable
    case .eraseTable: .eraseTable
    case .createObject: .createObject
    case .eraseObject: .eraseObject
    case .update: .update
    case .addInteger: .addInteger
    case .addColumn: .addColumn
    case .eraseColumn: .eraseColumn
    case .arrayInsert: .arrayInsert
    case .arrayMove: .arrayMove
    case .arrayErase: .arrayErase
    case .clear: .clear
    case .setInsert: .setInsert
    case .setErase: .setErase
    }
  }
}

extension PayloadType {
  /// Whether a class may state this type for its primary key; `globalKey` says it has none.
  public var isPrimaryKeyType: Bool {
    switch self {
    case .int, .string, .objectID, .uuid, .globalKey: true
    default: false
    }
  }
}
