package import TraceFormat

extension Value {
  /// The value that an instruction carries; nil for orders such as `erased`.
  package init?(_ payload: PayloadValue) {
    switch payload {
    case .null: self = .null
    case .int(let value): self = .int(value)
    case .bool(let value): self = .bool(value)
    case .string(let text): self = .string(text)
    case .binary(let bytes): self = .binary(RealmString(bytes))
    case .timestamp(let value): self = .timestamp(value)
    case .float(let bits): self = .float(bitPattern: bits)
    case .double(let bits): self = .double(bitPattern: bits)
    case .decimal(let value): self = .decimal(value)
    case .link(let table, let key): self = .link(Link(className: table, key: key))
    case .objectID(let value): self = .objectID(value)
    case .uuid(let value): self = .uuid(value)
    case .objectValue, .dictionary, .list, .set, .erased: return nil
    }
  }

  /// The payload that carries the value; nil for collections and embedded objects.
  package var payload: PayloadValue? {
    switch self {
    case .null: .null
    case .int(let value): .int(value)
    case .bool(let value): .bool(value)
    case .string(let text): .string(text)
    case .binary(let bytes): .binary(Array(bytes.bytes))
    case .timestamp(let value): .timestamp(value)
    case .float(let bits): .float(bitPattern: bits)
    case .double(let bits): .double(bitPattern: bits)
    case .decimal(let value): .decimal(value)
    case .objectID(let value): .objectID(value)
    case .uuid(let value): .uuid(value)
    case .link(let link): .link(table: link.className, key: link.key)
    case .embedded, .list, .set, .dictionary: nil
    }
  }
}
