/// The body of a message in the form ``WireMessage/BodyForm/partial``: one entry after the other. `?` stands
/// for one of which nothing is known; any other has its numbers and its size, a space behind each, and then `-`,
/// or `=` and the changeset.
extension PartialEntry {
  var bytes: [UInt8] {
    guard !isUnknown else { return [UInt8(ascii: "?")] }
    let start = (numbers + [size]).flatMap { Array("\($0) ".utf8) }
    return start + (changeset.map { [UInt8(ascii: "=")] + $0 } ?? [UInt8(ascii: "-")])
  }
}

extension EntryReader {
  /// - Parameter numberCount: how many numbers are in front of its size.
  fileprivate mutating func partialEntry(
    _ numberCount: Int
  ) throws(DecodingFailure) -> PartialEntry {
    if try take("?") { return .unknown }
    var numbers: [UInt64] = []
    for _ in 0..<numberCount { numbers.append(try number("number of an entry")) }
    let size = try number("changeset_size")
    if try take("-") { return PartialEntry(numbers: numbers, size: size) }
    let start = reader.offset
    guard try take("=") else { throw .invalidValue("expected `-` or `=`", at: start) }
    return PartialEntry(numbers: numbers, size: size, changeset: try reader.readBytes(size))
  }

  private mutating func take(_ mark: Unicode.Scalar) throws(DecodingFailure) -> Bool {
    var ahead = reader
    guard try ahead.readByte() == UInt8(ascii: mark) else { return false }
    reader = ahead
    return true
  }
}

extension WireMessage {
  /// An UPLOAD or a DOWNLOAD as a log shows it; nil for other messages.
  ///
  /// - Parameter head: the message without entries; its sizes are written as they are.
  package init?(
    partial head: ProtocolMessage, entries: [PartialEntry], connection: String, syncKind: SyncKind
  ) {
    let direction: Direction
    var plain = head
    switch head {
    case .upload(var upload):
      direction = .clientToServer
      upload.bodySize = .plain(0)
      plain = .upload(upload)
    case .download(var download):
      direction = .serverToClient
      download.bodySize.isCompressed = false
      plain = .download(download)
    default: return nil
    }
    guard
      let message = try? WireMessage(
        encoding: plain, direction: direction, connection: connection, syncKind: syncKind)
    else { return nil }
    self = message
    body = entries.flatMap(\.bytes)
    bodyForm = .partial
  }

  /// What a message in the form `partial` says: the message without entries, and what is known of
  /// those. Nil for messages of other forms, and for what cannot be read.
  package var partial: (head: ProtocolMessage, entries: [PartialEntry])? {
    guard bodyForm == .partial, let message = headOfEntries else { return nil }
    let numberCount = entryFields.count
    var reader = EntryReader(ByteReader(body.rawBytes, base: head.count))
    var entries: [PartialEntry] = []
    while !reader.isAtEnd {
      guard let entry = try? reader.partialEntry(numberCount) else { return nil }
      entries.append(entry)
    }
    return (message, entries)
  }

  /// What the numbers of an entry mean, in their order.
  var entryFields: [NumberField] {
    direction == .clientToServer ? Upload.Entry.numberFields : Download.Entry.numberFields
  }
}
