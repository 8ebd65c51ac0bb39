import TraceFormat

protocol SpreadKey: Equatable, Sendable {
  /// A number that equal keys share, and others hardly ever do.
  var spread: UInt64 { get }
}

extension PrimaryKeyValue: SpreadKey {
  var spread: UInt64 {
    switch self {
    case .null: 0
    case .int(let value): Spreading.mix(UInt64(bitPattern: value))
    case .string(let text): UInt64(bitPattern: Int64(text.hashValue))
    case .globalKey(let key): Spreading.mix(Spreading.mix(key.high) ^ key.low)
    case .objectID(let id): Spreading.mix(Spreading.mix(id.high) ^ UInt64(id.low))
    case .uuid(let id): Spreading.mix(Spreading.mix(id.high) ^ id.low)
    }
  }
}

extension ObjectKey: SpreadKey {
  var spread: UInt64 { Spreading.mix(UInt64(bitPattern: rawValue)) }
}

extension PrimaryKeyValue: SlotFiller { static var filler: PrimaryKeyValue { .null } }
extension ObjectKey: SlotFiller { static var filler: ObjectKey { ObjectKey(0) } }
extension UInt32: SlotFiller { static var filler: UInt32 { 0 } }
extension GlobalKey: SlotFiller { static var filler: GlobalKey { GlobalKey(high: 0, low: 0) } }
extension ObjectRow: SlotFiller { static var filler: ObjectRow { ObjectRow(cells: []) } }

/// Hashing of whole numbers in a few steps of the processor.
///
/// Seeded by Swift's own hashing, which is seeded anew in every process, so that no input can be made
/// to collide.
enum Spreading {
  private static let seed = UInt64(bitPattern: Int64(1.hashValue))
  private static let factor = UInt64(bitPattern: Int64(2.hashValue)) | 1

  /// A number of which every bit depends on every bit of another.
  @inline(__always)
  static func mix(_ value: UInt64) -> UInt64 {
    let product = (value ^ seed).multipliedFullWidth(by: factor)
    return product.high ^ product.low
  }
}
