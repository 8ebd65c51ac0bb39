/// Reads the parts of a message's body, behind its head and with the sizes that the head gave.
struct BodyReader: FieldVisitor, ~Escapable {
  typealias Failure = DecodingFailure

  private let message: WireMessage
  private var sizes: ArraySlice<UInt64>
  private var reader: ByteReader

  /// A reader of the body of `message`; offsets continue from the head's.
  @_lifetime(borrow message)
  init(_ message: borrowing WireMessage, sizes: [UInt64]) {
    self.message = copy message
    self.sizes = sizes[...]
    reader = ByteReader(message.body.rawBytes, base: message.head.count)
  }

  /// Ends the body: nothing may be left.
  func finish() throws(DecodingFailure) { try reader.finish() }

  mutating func text(
    _ bytes: inout [UInt8], _ member: String, _ meaning: TextField
  ) throws(DecodingFailure) {
    bytes = try nextPart()
  }

  mutating func json(
    _ bytes: inout [UInt8], _ member: String, _ body: JSONBody
  ) throws(DecodingFailure) {
    bytes = try nextPart()
  }

  /// Reads entries until the body is exhausted.
  mutating func entries<Entry: ChangesetEntry>(
    _ entries: inout [Entry], _ size: BodySize, isBinding: Bool
  ) throws(DecodingFailure) {
    try message.checkEntryBody(size, sizeIsBinding: isBinding)
    var entryReader = EntryReader(reader)
    while !entryReader.isAtEnd {
      do {
        entries.append(try entryReader.entry())
      } catch {
        throw error.inside("entry \(entries.count)")
      }
    }
    reader = entryReader.reader
  }

  private mutating func nextPart() throws(DecodingFailure) -> [UInt8] {
    try message.expectAsSent()
    return try reader.readBytes(sizes.removeFirst())
  }

  // `HeadReader` reads these.
  func unsigned(_ value: inout UInt64, _ name: FieldName, _ meaning: NumberField) {}
  func signed(_ value: inout Int64, _ name: FieldName, _ meaning: NumberField) {}
  func errorCode(_ code: inout Int32) {}
  func flag(_ value: inout Bool, _ name: FieldName) {}
  func batchState(_ state: inout Download.BatchState) {}
  func progressEstimate(_ estimate: inout Double) {}
  func bodySize(_ size: inout BodySize) {}
  func size(of part: [UInt8], _ name: StaticString) {}
}

/// What inflates the compressed bodies of messages.
///
/// A parameter of the recorder, so that whoever records brings the compression library.
public protocol BodyInflater: ~Copyable {
  /// Inflates one whole zlib stream, which must give exactly the announced number of bytes.
  ///
  /// - Throws: where the announced size is above a limit, the stream is damaged, ends early, has bytes behind its end,
  ///   or holds fewer or more bytes than announced. Offsets count in the compressed bytes.
  mutating func inflate(
    _ compressed: [UInt8], announcedSize: UInt64
  ) throws(DecodingFailure) -> [UInt8]
}
