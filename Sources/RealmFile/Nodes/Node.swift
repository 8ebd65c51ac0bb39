internal import RealmModel

/// A node of a Realm file: a header of eight bytes and elements (Realm Core: `node_header.hpp`).
///
/// It borrows the part of the file that it is in; nothing of it is copied or decoded until it is asked for.
package struct Node: Sendable {
  let page: [UInt8]
  /// Where its elements begin in them.
  let start: Int
  /// Its offset in the plain file.
  let ref: Int
  let header: NodeHeader

  /// The number of elements; of a blob, of bytes.
  var size: Int { header.size }
  /// The bits of an element, or of wider records the bytes.
  var width: Int { header.width }
}

struct NodeHeader: Hashable, Sendable {
  /// What the width of an element counts.
  enum Scheme: UInt8 {
    case bits = 0
    case bytes = 1
    case ignored = 2
  }

  var isInner: Bool
  var hasRefs: Bool
  /// A flag whose meaning depends on the kind of node.
  var context: Bool
  var scheme: Scheme
  var width: Int
  var size: Int

  static let byteCount = 8

  /// The bytes of the elements, without what fills up to a multiple of eight.
  var payloadSize: Int {
    switch scheme {
    case .bits: (size * width + 7) >> 3
    case .bytes: size * width
    case .ignored: size
    }
  }
}

extension NodeHeader {
  /// Reads the header at an index of bytes, of which eight must be there; throws where it has not the mark of a node
  /// (R9), or flags that none has (R11).
  init(_ bytes: [UInt8], at start: Int, ref: Int) throws(RealmFileFailure) {
    let isMarked = PackedIntegers.load(UInt32.self, from: bytes, at: start) == 0x4141_4141
    let flags = bytes[start + 4]
    let scheme = Scheme(rawValue: flags >> 3 & 3)
    self.scheme = scheme ?? .bits
    isInner = flags & 0x80 != 0
    hasRefs = flags & 0x40 != 0
    context = flags & 0x20 != 0
    width = (1 << Int(flags & 7)) >> 1
    // The one number in the file that is big-endian.
    size = Int(bytes[start + 5]) << 16 | Int(bytes[start + 6]) << 8 | Int(bytes[start + 7])
    guard isMarked || scheme != nil && hasCapacity(bytes[start..<start + 4]) else {
      let found = bytes[start..<start + 4].map { String($0, radix: 16) }.joined(separator: " ")
      throw .damaged(9, expected: "a node, which begins with 41 41 41 41", found: found, at: ref)
    }
    guard let scheme else {
      throw .damaged(11, expected: "a width scheme of 0 to 2", found: "3", at: ref)
    }
    if hasRefs, scheme != .bits {
      throw .damaged(11, expected: "refs in a node of bits", found: "\(scheme)", at: ref)
    }
  }

  /// Whether there is a capacity in place of the mark: old versions wrote the bytes that an array had room for in memory, and
  /// what nobody has changed since is still so in files that were upgraded.
  private func hasCapacity(_ mark: ArraySlice<UInt8>) -> Bool {
    let start = mark.startIndex
    let capacity = Int(mark[start + 1]) << 8 | Int(mark[start + 2])
    return mark[start] == 0 && mark[start + 3] == 0 && capacity.isMultiple(of: 8)
      && capacity >= Self.byteCount + payloadSize
  }
}
