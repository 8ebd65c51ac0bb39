/// Which instruction it is; the raw values are the numbers on the wire.
public enum InstructionKind: UInt8, Hashable, Sendable, CaseIterable, BitwiseCopyable {
  case addTable = 0
  case eraseTable = 1
  case createObject = 2
  case eraseObject = 3
  case update = 4
  case addInteger = 5
  case addColumn = 6
  case eraseColumn = 7
  case arrayInsert = 8
  case arrayMove = 9
  case arrayErase = 10
  case clear = 11
  case setInsert = 12
  case setErase = 13

  /// The kind that a number on the wire stands for. The whole number counts, not its low byte.
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
