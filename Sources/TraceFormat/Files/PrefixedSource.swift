/// A source of which the first bytes have been read already, for example to see what is in it.
package final class PrefixedSource: ByteSource {
  private var prefix: ArraySlice<UInt8>
  private let rest: any ByteSource

  package init(_ prefix: [UInt8], _ rest: any ByteSource) {
    (self.prefix, self.rest) = (prefix[...], rest)
  }

  /// Reads up to `count` bytes of a source, fewer only at its end, and gives them with the whole.
  ///
  /// - Throws: what the source throws.
  package static func peeking(
    _ count: Int, of source: any ByteSource
  ) throws -> (head: [UInt8], whole: PrefixedSource) {
    let head = try source.next(count)
    return (head, PrefixedSource(head, source))
  }

  package var name: String { rest.name }
  package var size: UInt64? { rest.size }

  package func seek(to offset: UInt64) throws {
    prefix = []
    try rest.seek(to: offset)
  }

  package func read(upTo count: Int, into buffer: inout [UInt8]) throws -> Int {
    guard prefix.isEmpty else {
      let part = prefix.prefix(count)
      buffer += part
      prefix = prefix.dropFirst(part.count)
      return part.count
    }
    return try rest.read(upTo: count, into: &buffer)
  }
}
