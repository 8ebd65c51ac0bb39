/// A small Realm file whose nodes are found by their place and changed, to damage it in one way.
///
/// A place is the chain of element indexes from the root, as in the node maps of `docs/realm-file.md`'s fixtures.
public struct RealmFileEditor {
  public var bytes: [UInt8]

  public init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The offset of the root, by the header's slot.
  public var root: Int {
    let slot = Int(bytes[23] & 1)
    guard bytes[..<8].allSatisfy({ $0 == 0xFF }), slot == 0 else { return load(8 * slot, 8) }
    return load(bytes.count - 16, 8)
  }

  /// The node at a place.
  public func ref(_ path: [Int]) -> Int {
    path.reduce(root) { Int(element($1, of: $0)) }
  }

  /// An element of a node of numbers or refs.
  public func element(_ index: Int, of ref: Int) -> Int64 {
    let width = width(of: ref)
    guard width > 0 else { return 0 }
    guard width < 8 else {
      return Int64(load(ref + 8 + index * width / 8, width / 8, isSigned: true))
    }
    return Int64(Int(bytes[ref + 8 + index * width / 8]) >> (index * width % 8) & (1 << width - 1))
  }

  public func size(of ref: Int) -> Int {
    Int(bytes[ref + 5]) << 16 | Int(bytes[ref + 6]) << 8 | Int(bytes[ref + 7])
  }

  /// Sets an element, which must fit the width of the node.
  public mutating func set(_ path: [Int], _ index: Int, to value: Int64) {
    let ref = ref(path)
    let width = width(of: ref)
    precondition(width > 0, "an element of no width is 0")
    if width < 8 {
      let shift = index * width % 8
      let place = ref + 8 + index * width / 8
      bytes[place] = bytes[place] & ~(UInt8(1 << width - 1) << UInt8(shift)) | UInt8(value << shift)
    } else {
      precondition(
        width == 64 || value >> Int64(width) == value >> 63 || value >> Int64(width) == 0)
      for byte in 0..<width / 8 {
        bytes[ref + 8 + index * width / 8 + byte] = UInt8(truncatingIfNeeded: value >> (8 * byte))
      }
    }
  }

  public mutating func setSize(_ path: [Int], to size: Int) {
    let ref = ref(path)
    for byte in 0..<3 { bytes[ref + 5 + byte] = UInt8(truncatingIfNeeded: size >> (16 - 8 * byte)) }
  }

  /// Sets the flags and the width of a node.
  public mutating func setKind(_ path: [Int], to kind: UInt8) { bytes[ref(path) + 4] = kind }

  /// Puts another node in the place of one, behind all others; the file's size grows with it.
  public mutating func replace(_ path: [Int], with node: [UInt8]) {
    let ref = append(node)
    if let last = path.last { set(Array(path.dropLast()), last, to: Int64(ref)) }
  }

  /// Appends a node to the file, which must not be in streaming form.
  public mutating func append(_ node: [UInt8]) -> Int {
    let ref = bytes.count
    bytes += node + [UInt8](repeating: 0, count: -node.count & 7)
    set([], 2, to: Int64(bytes.count) << 1 | 1)
    return ref
  }

  /// A node by its flags and width as they stand in the header, and its bytes.
  public static func node(_ kind: UInt8, count: Int, _ payload: [UInt8]) -> [UInt8] {
    [0x41, 0x41, 0x41, 0x41, kind, UInt8(count >> 16), UInt8(count >> 8 & 255), UInt8(count & 255)]
      + payload
  }

  /// A node of numbers of 64 bits.
  public static func wide(_ values: [Int64], flags: UInt8 = 0) -> [UInt8] {
    node(flags | 7, count: values.count, values.flatMap(\.littleEndianBytes))
  }

  private func width(of ref: Int) -> Int { (1 << Int(bytes[ref + 4] & 7)) >> 1 }

  private func load(_ offset: Int, _ count: Int, isSigned: Bool = false) -> Int {
    var value: UInt64 = 0
    for byte in (0..<count).reversed() { value = value << 8 | UInt64(bytes[offset + byte]) }
    guard isSigned, count < 8, value >> UInt64(8 * count - 1) & 1 == 1 else {
      return Int(truncatingIfNeeded: value)
    }
    return Int(truncatingIfNeeded: value | ~0 << UInt64(8 * count))
  }
}
