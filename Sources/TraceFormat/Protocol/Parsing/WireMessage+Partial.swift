/// The body of a message in the form ``WireMessage/BodyForm/partial``: one entry after the other. `?` stands
/// for one of which nothing is known; any other has its numbers and its size, a space behind each, and then `-`,
/// or `=` and the changeset.
enum PartialBody {
  static func bytes(of entries: [PartialEntry]) -> [UInt8] {
    entries.reduce(into: []) { body, entry in
      guard !entry.isUnknown else { return body.append(UInt8(ascii: "?")) }
      for number in entry.numbers + [entry.size] { body += "\(number) ".utf8 }
      body.append(entry.changeset == nil ? UInt8(ascii: "-") : UInt8(ascii: "="))
      body += entry.changeset ?? []
    }
  }

  /// - Parameter kind: what the entries are as a whole, which decides how many numbers each has.
  static func entries<Entry: ChangesetEntry>(
    of body: [UInt8], as kind: Entry.Type, headSize: Int
  ) throws(DecodingFailure) -> [PartialEntry] {
    let numberCount = Entry.numberCount
    var entries: [PartialEntry] = []
    var reader = ByteReader(body.rawBytes, base: headSize)
    while !reader.isAtEnd {
      let start = reader.offset
      var numbers: [UInt64] = []
      var digits: [UInt8] = []
      while numbers.count <= numberCount {
        let byte = try reader.readByte()
        if byte == UInt8(ascii: "?"), numbers.isEmpty, digits.isEmpty { break }
        guard byte == UInt8(ascii: " ") else {
          digits.append(byte)
          guard digits.count <= 20 else {
            throw .invalidValue("expected a number of an entry", at: start)
          }
          continue
        }
        guard let number = UInt64(String(decoding: digits, as: UTF8.self)) else {
          throw .invalidValue("expected a number of an entry", at: start)
        }
        numbers.append(number)
        digits = []
      }
      guard let size = numbers.popLast() else {
        entries.append(.unknown)
        continue
      }
      let mark = try reader.readByte()
      guard mark == UInt8(ascii: "-") || mark == UInt8(ascii: "=") else {
        throw .invalidValue("expected `-` or `=` behind the size of an entry", at: start)
      }
      let changeset = mark == UInt8(ascii: "=") ? try reader.readBytes(size) : nil
      entries.append(PartialEntry(numbers: numbers, size: size, changeset: changeset))
    }
    return entries
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
    body = PartialBody.bytes(of: entries)
    bodyForm = .partial
  }

  /// What a message in the form `partial` says: the message without entries, and what is known of
  /// those. Nil for messages of other forms, and for what cannot be read.
  package var partial: (head: ProtocolMessage, entries: [PartialEntry])? {
    guard bodyForm == .partial, var reader = try? HeadReader(head.rawBytes) else { return nil }
    switch (direction, reader.type) {
    case (.clientToServer, "upload"):
      guard let upload = try? readHead(&reader) as Upload,
        let entries = try? PartialBody.entries(
          of: body, as: Upload.Entry.self, headSize: head.count)
      else { return nil }
      return (.upload(upload), entries)
    case (.serverToClient, "download"):
      guard let download = try? readHead(&reader) as Download,
        let entries = try? PartialBody.entries(
          of: body, as: Download.Entry.self, headSize: head.count)
      else { return nil }
      return (.download(download), entries)
    default: return nil
    }
  }
}
