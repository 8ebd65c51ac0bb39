/// Writes a message in the form that Realm writes (Realm Core: `sync/noinst/protocol_codec.cpp`).
struct FieldWriter: FieldVisitor {
  /// The head, but for its line feed.
  private(set) var head: [UInt8]
  /// The body, before compression.
  private(set) var body: [UInt8] = []

  init(_ kind: ProtocolMessage.Kind) { head = Array(kind.typeWord.utf8) }

  mutating func unsigned(_ value: inout UInt64, _ name: FieldName, _ meaning: NumberField) {
    append(value)
  }

  mutating func signed(_ value: inout Int64, _ name: FieldName, _ meaning: NumberField) {
    append(value)
  }

  mutating func errorCode(_ code: inout Int32) { append(code) }

  mutating func flag(_ value: inout Bool, _ name: FieldName) { append(value ? 1 : 0) }

  mutating func batchState(_ state: inout Download.BatchState) { append(state.rawValue) }

  /// The shortest decimal that reads back as the same number, whole numbers without a point.
  mutating func progressEstimate(_ estimate: inout Double) {
    // Every NaN is one; not every text that Swift has for them can be read again.
    guard !estimate.isNaN else { return append(field: "nan") }
    append(field: Int64(exactly: estimate).map { String($0) } ?? "\(estimate)")
  }

  mutating func bodySize(_ size: inout BodySize) {
    append(size.isCompressed ? 1 : 0)
    append(size.uncompressed)
    append(size.compressed)
  }

  mutating func size(of part: [UInt8], _ name: StaticString) { append(part.count) }

  mutating func text(_ bytes: inout [UInt8], _ member: String, _ meaning: TextField) {
    body += bytes
  }

  mutating func json(_ bytes: inout [UInt8], _ member: String, _ body: JSONBody) {
    self.body += bytes
  }

  mutating func entries<Entry: ChangesetEntry>(
    _ entries: inout [Entry], _ size: BodySize, isBinding: Bool
  ) {
    body += entries.encoded
  }

  private mutating func append(_ number: some FixedWidthInteger) { append(field: String(number)) }

  private mutating func append(field: String) {
    head.append(UInt8(ascii: " "))
    head += field.utf8
  }
}

extension Array where Element: ChangesetEntry {
  /// The body of the message, before compression.
  var encoded: [UInt8] {
    var writer = NumberWriter()
    for var entry in self {
      entry.visitNumbers(&writer)
      writer.append(UInt64(entry.changeset.count))
      writer.bytes += entry.changeset
    }
    return writer.bytes
  }
}

extension ChangesetEntry {
  /// What the numbers in front of the size of a changeset mean, in their order.
  static var numberFields: [NumberField] {
    var entry = Self()
    var list = NumberList()
    entry.visitNumbers(&list)
    return list.fields
  }
}

private struct NumberList: EntryVisitor {
  var fields: [NumberField] = []

  mutating func unsigned(_ value: inout UInt64, _ name: FieldName, _ meaning: NumberField) {
    fields.append(meaning)
  }
}

private struct NumberWriter: EntryVisitor {
  var bytes: [UInt8] = []

  mutating func unsigned(_ value: inout UInt64, _ name: FieldName, _ meaning: NumberField) {
    append(value)
  }

  mutating func append(_ value: UInt64) { bytes += "\(value) ".utf8 }
}
