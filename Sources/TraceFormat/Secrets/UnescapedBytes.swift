/// A text with its escapes resolved, those of JSON (`\u002e`, `\"`) and those of URLs (`%2E`), and where
/// each byte of it came from.
struct UnescapedBytes {
  private(set) var bytes: [UInt8] = []
  /// From which position on the source is how far ahead; ascending.
  private var shifts: [(position: Int, source: Int)] = [(0, 0)]

  /// Nil where nothing is escaped.
  init?(_ source: [UInt8]) {
    var percent = source.position(ofByte: UInt8(ascii: "%"), from: 0)
    var backslash = source.position(ofByte: UInt8(ascii: "\\"), from: 0)
    guard min(percent, backslash) < source.count else { return nil }
    bytes.reserveCapacity(source.count)
    var position = 0
    while true {
      let next = min(percent, backslash)
      bytes += source[position..<next]
      guard next < source.count else { break }
      position = next + take(source, at: next)
      if percent < position { percent = source.position(ofByte: UInt8(ascii: "%"), from: position) }
      if backslash < position {
        backslash = source.position(ofByte: UInt8(ascii: "\\"), from: position)
      }
    }
    if shifts.count == 1 { return nil }
  }

  /// Appends what an escape means, or the byte itself where none begins; gives how much that took.
  private mutating func take(_ source: [UInt8], at position: Int) -> Int {
    guard let (byte, size) = Self.escape(in: source, at: position) else {
      bytes.append(source[position])
      return 1
    }
    bytes.append(byte)
    shifts.append((bytes.count, position + size))
    return size
  }

  func source(of position: Int) -> Int {
    let shift = shifts[shifts.partitioningIndex { $0.position > position } - 1]
    return shift.source + position - shift.position
  }

  /// The byte that an escape means and the escape's size. What is not ASCII counts as a byte that no secret has in it.
  private static func escape(in source: [UInt8], at position: Int) -> (UInt8, size: Int)? {
    switch source[position] {
    case UInt8(ascii: "%"):
      return hexPair(in: source, at: position + 1).map { ($0, 3) }
    case UInt8(ascii: "\\") where position + 1 < source.count:
      switch source[position + 1] {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"):
        return (source[position + 1], 2)
      case UInt8(ascii: "n"): return (0x0A, 2)
      case UInt8(ascii: "r"): return (0x0D, 2)
      case UInt8(ascii: "t"): return (0x09, 2)
      case UInt8(ascii: "u"):
        guard let high = hexPair(in: source, at: position + 2),
          let low = hexPair(in: source, at: position + 4)
        else { return nil }
        return (high == 0 && low < 0x80 ? low : 0xFF, 6)
      default: return nil
      }
    default: return nil
    }
  }

  private static func hexPair(in source: [UInt8], at position: Int) -> UInt8? {
    guard position + 1 < source.count, let high = Hex.nibble(source[position]),
      let low = Hex.nibble(source[position + 1])
    else { return nil }
    return high << 4 | low
  }
}
