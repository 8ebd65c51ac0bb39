/// Which instruction it is; the raw values are the numbers on the wire, from 0 on.
public enum InstructionKind: UInt8, Hashable, Sendable, CaseIterable, BitwiseCopyable {
  /// An instruction of the schema or of whole objects, as the ``Instruction`` of the same name.
  case addTable, eraseTable, createObject, eraseObject
  /// An instruction of values, as the ``Instruction`` of the same name.
  case update, addInteger
  /// An instruction of the schema, as the ``Instruction`` of the same name.
  case addColumn, eraseColumn
  /// An instruction of collections, as the ``Instruction`` of the same name.
  case arrayInsert, arrayMove, arrayErase, clear, setInsert, setErase

  /// The kind that a number on the wire means. The whole number counts, not its low byte.
  @inline(__always)
  init?(_ number: UInt64) {
    guard number <= 13, let kind = InstructionKind(rawValue: UInt8(truncatingIfNeeded: number))
    else { return nil }
    self = kind
  }

  /// The name of the instruction in Realm's own words, such as `ArrayInsert`.
  public var name: String { Self.names[self] ?? "" }

  private static let names = Dictionary(uniqueKeysWithValues: allCases.map { ($0, $0.spelled) })

  private var spelled: String {
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
