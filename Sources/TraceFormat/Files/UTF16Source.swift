/// What a source holds, as UTF-8 where its mark says that it is UTF-16, as tools of Windows write text.
package final class UTF16Source: ByteSource {
  private let source: any ByteSource
  /// Whether the first byte of a unit is its higher one; nil for a source without a mark.
  private var isBigEndian: Bool?
  private var isAtStart = true
  /// Bytes of the source that are not converted yet.
  private var input: [UInt8] = []
  /// The first half of a character of two units.
  private var highSurrogate: UInt16?
  private static let readSize = 1 << 16

  package var name: String { source.name }
  /// Unknown: what is converted has another size than the source.
  package var size: UInt64? { nil }

  package init(_ source: any ByteSource) { self.source = source }

  /// Never called, since `size` is nil.
  package func seek(to offset: UInt64) { preconditionFailure("a stream has no positions") }

  /// Appends bytes to `buffer`, `count` or some more, and returns how many; 0 means the end.
  package func read(upTo count: Int, into buffer: inout [UInt8]) throws -> Int {
    if isAtStart { try begin() }
    guard let isBigEndian else { return try readPlain(count, into: &buffer) }
    let start = buffer.count
    convert(isBigEndian, into: &buffer)
    while buffer.count == start {
      let size = min(max(2, count), Self.readSize)
      guard try source.read(upTo: size, into: &input) > 0 else {
        // Half a character or half a unit at the end is none.
        if highSurrogate != nil || !input.isEmpty { append(nil, into: &buffer) }
        (highSurrogate, input) = (nil, [])
        break
      }
      convert(isBigEndian, into: &buffer)
    }
    return buffer.count - start
  }

  private func begin() throws {
    isAtStart = false
    while input.count < 2, try source.read(upTo: Self.readSize, into: &input) > 0 {}
    if input.starts(with: [0xFF, 0xFE]) { isBigEndian = false }
    if input.starts(with: [0xFE, 0xFF]) { isBigEndian = true }
    if isBigEndian != nil { input.removeFirst(2) }
  }

  private func readPlain(_ count: Int, into buffer: inout [UInt8]) throws -> Int {
    guard !input.isEmpty else { return try source.read(upTo: count, into: &buffer) }
    let size = min(count, input.count)
    buffer += input.prefix(size)
    input.removeFirst(size)
    return size
  }

  private func convert(_ isBigEndian: Bool, into buffer: inout [UInt8]) {
    var index = 0
    while index + 1 < input.count {
      let (first, second) = (UInt16(input[index]), UInt16(input[index + 1]))
      take(isBigEndian ? first << 8 | second : second << 8 | first, into: &buffer)
      index += 2
    }
    input.removeFirst(index)
  }

  private func take(_ unit: UInt16, into buffer: inout [UInt8]) {
    if let high = highSurrogate {
      highSurrogate = nil
      if (0xDC00...0xDFFF).contains(unit) {
        let value = 0x10000 + (UInt32(high & 0x3FF) << 10 | UInt32(unit & 0x3FF))
        return append(Unicode.Scalar(value), into: &buffer)
      }
      append(nil, into: &buffer)
    }
    if (0xD800...0xDBFF).contains(unit) {
      highSurrogate = unit
    } else {
      append(Unicode.Scalar(unit), into: &buffer)
    }
  }

  /// Appends a character, or the one that stands for what is none.
  private func append(_ scalar: Unicode.Scalar?, into buffer: inout [UInt8]) {
    buffer += UTF8.encode(scalar ?? "\u{FFFD}") ?? UTF8.encodedReplacementCharacter
  }
}
