extension WireMessage {
  /// Reads the changesets of an UPLOAD, until the body is exhausted.
  func uploadEntries(_ size: BodySize) throws(DecodingFailure) -> [Upload.Entry] {
    try checkEntryBody(size, sizeIsBinding: true)
    var entries: [Upload.Entry] = []
    var reader = EntryReader(bodyReader)
    while !reader.isAtEnd {
      do {
        entries.append(
          Upload.Entry(
            clientVersion: try reader.number("client_version"),
            serverVersion: try reader.number("server_version"),
            originTimestampMilliseconds: try reader.number("origin_timestamp"),
            originFileIdent: try reader.number("origin_file_ident"),
            changeset: try reader.changeset()))
      } catch {
        throw error.inside("entry \(entries.count)")
      }
    }
    return entries
  }

  /// Reads the changesets of a DOWNLOAD, until the body is exhausted.
  func downloadEntries(_ size: BodySize) throws(DecodingFailure) -> [Download.Entry] {
    try checkEntryBody(size, sizeIsBinding: false)
    var entries: [Download.Entry] = []
    var reader = EntryReader(bodyReader)
    while !reader.isAtEnd {
      do {
        entries.append(
          Download.Entry(
            serverVersion: try reader.number("server_version"),
            clientVersion: try reader.number("client_version"),
            originTimestampMilliseconds: try reader.number("origin_timestamp"),
            originFileIdent: try reader.number("origin_file_ident"),
            originalChangesetSize: try reader.number("original_changeset_size"),
            changeset: try reader.changeset()))
      } catch {
        throw error.inside("entry \(entries.count)")
      }
    }
    return entries
  }
}

/// Reads entries: decimal numbers, each with a space behind it, and then a changeset.
private struct EntryReader: ~Escapable {
  private var reader: ByteReader

  @_lifetime(copy reader)
  init(_ reader: consuming ByteReader) { self.reader = reader }

  var isAtEnd: Bool { reader.isAtEnd }

  mutating func number(_ field: StaticString) throws(DecodingFailure) -> UInt64 {
    let start = reader.offset
    var value: UInt64 = 0
    var digitCount = 0
    while true {
      let byte = try reader.readByte()
      if byte == UInt8(ascii: " "), digitCount > 0 { return value }
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else {
        throw .invalidValue("field `\(field)`: expected digits and a space", at: start)
      }
      let (product, overflows) = value.multipliedReportingOverflow(by: 10)
      let (sum, carries) = product.addingReportingOverflow(UInt64(byte - UInt8(ascii: "0")))
      guard !overflows, !carries else {
        throw .invalidValue("field `\(field)`: more than 64 bits", at: start)
      }
      value = sum
      digitCount += 1
    }
  }

  mutating func changeset() throws(DecodingFailure) -> [UInt8] {
    try reader.readBytes(try number("changeset_size"))
  }
}

/// What inflates the compressed bodies of messages.
///
/// A parameter of the recorder, so that whoever records brings the compression library.
public protocol BodyInflater: ~Copyable {
  /// Inflates one whole zlib stream, which must give exactly the announced number of bytes.
  ///
  /// - Throws: where the announced size is above a limit, the stream is damaged, ends early, has
  ///   bytes behind its end, or holds fewer or more bytes than announced. Offsets count in the
  ///   compressed bytes.
  mutating func inflate(
    _ compressed: [UInt8], announcedSize: UInt64
  ) throws(DecodingFailure) -> [UInt8]
}
