// Primary keys as the body of an error names them: as in a changeset, but that a string stands there
// with its size and bytes, because there is no table of strings to refer to; and all that as base64
// (Realm Core: `sync/changeset_parser.cpp`, `parse_base64_encoded_primary_key`).

extension PrimaryKeyValue {
  /// Reads a key; nil for what is none. Bytes behind it are ignored, as Realm ignores them.
  package init?(base64 text: String) {
    guard let bytes = Base64.decode(text) else { return nil }
    var reader = ByteReader(bytes.rawBytes)
    var ahead = reader
    if let type = try? ahead.readPayloadType(), type == .string {
      guard let range = try? ahead.readStringBytes() else { return nil }
      self = .string(RealmString(bytes[range.indices]))
    } else {
      guard let key = try? reader.readPrimaryKey(below: 0) else { return nil }
      self = Changeset().value(key)
    }
  }

  package var base64: String {
    var encoder = ChangesetEncoder(changeset: Changeset())
    if case .string(let text) = self {
      encoder.write(PayloadType.string)
      encoder.writeUnsigned(UInt64(text.count))
      encoder.output.append(contentsOf: text.bytes)
    } else {
      var builder = ChangesetBuilder()
      encoder.write(builder.key(self))
    }
    return Base64.encode(encoder.output)
  }
}
