/// What a source holds, as UTF-8 where its mark says that it is UTF-16, as tools of Windows write text.
package final class UTF16Source: ByteSource {
  private let window: SourceWindow
  /// Whether the first byte of a unit is its higher one; nil for a source without a mark.
  private var isBigEndian: Bool?
  private var isAtStart = true
  /// The first half of a character of two units.
  private var highSurrogate: UInt16?

  package var name: String { window.source.name }
  /// Unknown: what is converted has another size than the source.
  package var size: UInt64? { nil }

  package init(_ source: any ByteSource) { window = SourceWindow(source) }

  /// Never called, since `size` is nil.
  package func seek(to offset: UInt64) { preconditionFailure("a stream has no positions") }

  /// Appends bytes to `buffer`, `count` or some more, and returns how many; 0 means the end.
  package func read(upTo count: Int, into buffer: inout [UInt8]) throws -> Int {
    if isAtStart { try begin() }
    guard let isBigEndian else { return try window.read(upTo: count, into: &buffer) }
    let start = buffer.count
    while buffer.count == start {
      guard try window.fill(2) else {
        // Half a character or half a unit at the end is none.
        if highSurrogate != nil || window.available > 0 { append(nil, into: &buffer) }
        highSurrogate = nil
        window.advance(window.available)
        break
      }
      convert(isBigEndian, into: &buffer)
    }
    return buffer.count - start
  }

  private func begin() throws {
    isAtStart = false
    _ = try window.fill(2)
    if window.buffer.starts(with: [0xFF, 0xFE]) { isBigEndian = false }
    if window.buffer.starts(with: [0xFE, 0xFF]) { isBigEndian = true }
    if isBigEndian != nil { window.advance(2) }
  }

  private func convert(_ isBigEndian: Bool, into buffer: inout [UInt8]) {
    let input = window.buffer
    for index in stride(from: window.start, to: input.count - 1, by: 2) {
      let (first, second) = (UInt16(input[index]), UInt16(input[index + 1]))
      take(isBigEndian ? first << 8 | second : second << 8 | first, into: &buffer)
    }
    window.advance(window.available & ~1)
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
