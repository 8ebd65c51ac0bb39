/// Writes a Realm file of format 24 a node at a time, in streaming form: each node behind those that it
/// refers to, and the root in a footer, as where Realm writes a copy.
///
/// What is written goes on to the sink, so that a file may be larger than memory. It is for tests and benchmarks:
/// nothing that it is given is checked.
public struct RealmFileWriter {
  /// The offset of the next node, in bytes.
  public private(set) var offset = 0
  private var pending: [UInt8] = []
  private let sink: ([UInt8]) throws -> Void

  private static let pendingSizeMax = 1 << 20
  private static let headerSize = 24
  private static let footerCookie: UInt64 = 0x3034_1252_37E5_26C8

  /// - Parameter sink: takes the bytes of the file, in order.
  public init(to sink: @escaping ([UInt8]) throws -> Void) throws {
    self.sink = sink
    try put([UInt8](repeating: 0xFF, count: 8) + [UInt8](repeating: 0, count: 8))
    try put(Array("T-DB".utf8) + [24, 24, 0, 0])
  }

  /// The logical size of the file once a last node of so many bytes is written.
  func size(withNodeOf byteCount: Int) -> Int { offset + byteCount }

  /// Appends a node.
  ///
  /// - Returns: its ref.
  mutating func append(
    _ flags: NodeFlags, widthIndex: Int, count: Int, payload: [UInt8]
  ) throws -> Int64 {
    let ref = offset
    let kind = flags.rawValue | UInt8(widthIndex)
    let size = [UInt8(count >> 16 & 255), UInt8(count >> 8 & 255), UInt8(count & 255)]
    try put([0x41, 0x41, 0x41, 0x41, kind] + size)
    try put(payload)
    try put([UInt8](repeating: 0, count: -payload.count & 7))
    return Int64(ref)
  }

  /// Ends the file, whose root is the node that was written last.
  mutating func finish(root: Int64) throws {
    try put(UInt64(root).littleEndianBytes + Self.footerCookie.littleEndianBytes)
    try flush()
  }

  private mutating func put(_ bytes: [UInt8]) throws {
    pending += bytes
    offset += bytes.count
    if pending.count >= Self.pendingSizeMax { try flush() }
  }

  private mutating func flush() throws {
    try sink(pending)
    pending.removeAll(keepingCapacity: true)
  }
}

/// The flags of a node's header, as they stand there.
struct NodeFlags: OptionSet {
  var rawValue: UInt8
  static let inner = NodeFlags(rawValue: 0x80)
  static let refs = NodeFlags(rawValue: 0x40)
  static let context = NodeFlags(rawValue: 0x20)
  /// The width is of bytes, not bits.
  static let bytes = NodeFlags(rawValue: 0x08)
  /// An element is a byte.
  static let blob = NodeFlags(rawValue: 0x10)
}

extension FixedWidthInteger {
  /// The bytes, the least significant first.
  var littleEndianBytes: [UInt8] {
    (0..<Self.bitWidth / 8).map { UInt8(truncatingIfNeeded: self >> ($0 * 8)) }
  }
}
