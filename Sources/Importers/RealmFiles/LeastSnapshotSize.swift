internal import RealmFile
internal import RealmModel
internal import TraceFormat

/// What a snapshot of a state takes at least in a trace, counted while the objects of its file are read: a state
/// that no trace can hold is refused before all of it is in memory.
///
/// Each object is made by an instruction, and so is each value that a new object does not have. Embedded objects
/// are not counted, nor anything that only some values take.
struct LeastSnapshotSize {
  /// The bytes so far.
  private(set) var byteCount = 0
  /// The objects so far.
  private(set) var objectCount = 0

  /// Number, class and primary key of an instruction.
  private static let bytesPerInstruction = 4
  /// Property, length of the path, type of the value and whether it is a default.
  private static let bytesPerValue = 4

  /// Counts objects that were read.
  mutating func add(_ batch: ObjectBatch, of table: FileTable) {
    guard table.kind == .topLevel else { return }
    objectCount += batch.keys.count
    byteCount += batch.keys.count * Self.bytesPerInstruction
    for column in table.properties where column.key != table.primaryKey {
      guard column.leaf < batch.columns.count else { continue }
      for index in batch.keys.indices {
        byteCount += Self.bytes(of: batch.columns[column.leaf][index])
      }
    }
  }

  /// What a value takes at least, and the instruction that sets it; 0 for one that some new objects have.
  private static func bytes(of cell: Cell) -> Int {
    let instruction = bytesPerInstruction + bytesPerValue
    switch cell {
    case .null, .int(0), .bool(false), .float(bitPattern: 0),
      .double(bitPattern: 0), .decimal, .backlinks:
      return 0
    case .int, .bool: return instruction + 1
    case .float: return instruction + 4
    case .double: return instruction + 8
    case .string(let text), .binary(let text):
      return text.isEmpty ? 0 : instruction + Int(text.count)
    case .timestamp(let time): return time.seconds == 0 ? 0 : instruction + 2
    case .objectID(let id): return id.high == 0 ? 0 : instruction + 12
    case .uuid(let id): return id.high == 0 ? 0 : instruction + 16
    case .link: return instruction + 2
    // An element more or less: nested ones count as they are, and null as an instruction.
    case .list(let elements), .set(let elements):
      return elements.reduce(0) { $0 + max(bytes(of: $1), instruction - 1) }
    case .dictionary(let entries):
      return entries.values.reduce(0) { $0 + max(bytes(of: $1), instruction - 1) }
    }
  }
}
