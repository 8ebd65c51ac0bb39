// Primary keys as the body of an error names them: as in a changeset, but that a string stands there
// with its size and bytes, because there is no table of strings to refer to; and all that as base64
// (Realm Core: `sync/changeset_parser.cpp`, `parse_base64_encoded_primary_key`).

extension PrimaryKeyValue {
  /// Reads a key; nil for what is none. Bytes behind it are ignored, as Realm ignores them.
  package init?(base64 text: String) {
    guard let bytes = Base64.decode(text), let key = try? Self.decode(bytes) else { return nil }
    self = key
  }

  private static func decode(_ bytes: [UInt8]) throws(DecodingFailure) -> PrimaryKeyValue {
    var reader = ByteReader(bytes.rawBytes)
    let start = reader.offset
    switch try reader.readPayloadType() {
    case .null: return .null
    case .int: return .int(try reader.readInt64())
    case .string:
      let range = try reader.readStringBytes()
      return .string(RealmString(bytes[range.indices]))
    case .globalKey: return .globalKey(try reader.readGlobalKey())
    case .objectID: return .objectID(try reader.readObjectID())
    case .uuid: return .uuid(try reader.readUUID())
    case .set, .list, .erased, .dictionary, .objectValue, .bool, .binary, .timestamp, .float,
      .double, .decimal, .link:
      throw .invalidValue("expected the type of a primary key", at: start)
    }
  }

  package var base64: String {
    var encoder = ChangesetEncoder(Changeset())
    switch self {
    case .null: encoder.write(PrimaryKey.null)
    case .int(let value): encoder.write(PrimaryKey.int(value))
    case .string(let text):
      encoder.write(PayloadType.string)
      encoder.writeUnsigned(UInt64(text.count))
      encoder.output.append(contentsOf: text.bytes)
    case .globalKey(let value): encoder.write(PrimaryKey.globalKey(value))
    case .objectID(let value): encoder.write(PrimaryKey.objectID(value))
    case .uuid(let value): encoder.write(PrimaryKey.uuid(value))
    }
    return Base64.encode(encoder.output)
  }
}
