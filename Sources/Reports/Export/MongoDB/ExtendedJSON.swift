internal import Analyzer
internal import RealmModel
internal import TraceFormat

/// Values as MongoDB Extended JSON, canonical form, as Atlas Device Sync kept them: links by the primary key
/// of their target, in a Mixed value as a DBRef.
struct ExtendedJSON {
  let schema: RealmSchema
  private(set) var tally = ExportTally()

  init(_ schema: RealmSchema) { self.schema = schema }

  /// A value; `isMixed` where nothing but the value tells its type.
  mutating func json(_ value: Value, isMixed: Bool) throws(ExportLimit) -> JSONText {
    switch value.withPlainNull {
    case .null: return .null
    case .bool(let value): return .bool(value)
    case .int(let value): return .tagged("numberLong", .wide(value))
    case .string(let value): return .string(try value.exportedText(allowsNUL: true))
    case .binary(let bytes): return Self.binary(bytes)
    case .timestamp(let time): return try date(time)
    case .float(let bits): return double(Double(Float(bitPattern: bits)))
    case .double(let bits): return double(Double(bitPattern: bits))
    case .decimal(let number): return try Self.decimal(number)
    case .objectID(let value): return value.json
    case .uuid(let value): return value.json
    case .link(let link):
      guard isMixed else { return try key(link.exportedKey) }
      return .members(["$ref": .string(try name(link.className)), "$id": try key(link.key)])
    case .list(let elements), .set(let elements):
      var made: [JSONText] = []
      for element in elements { made.append(try json(element, isMixed: isMixed)) }
      return .array(made)
    case .dictionary(let entries): return try object(entries) { _ in isMixed }
    case .embedded(let embedded):
      let schema = schema
      return try object(embedded.properties) { name in
        schema[embedded.className]?.property(name)?.type == .mixed
      }
    }
  }

  private mutating func object(
    _ entries: [Value.Entry], isMixed: (RealmString) -> Bool
  ) throws(ExportLimit) -> JSONText {
    var members: [JSONText.Member] = []
    for entry in entries {
      // Whoever reads Extended JSON could take it for the mark of a value's type.
      guard entry.key.bytes.first != UInt8(ascii: "$") else { throw .name }
      members.append(
        JSONText.Member(
          try name(entry.key), try json(entry.value, isMixed: isMixed(entry.key))))
    }
    return .object(members)
  }

  /// The name of a field or a collection, which holds no NUL.
  func name(_ name: RealmString) throws(ExportLimit) -> String {
    guard let text = name.text, !name.bytes.contains(0) else { throw .name }
    return text
  }

  func key(_ key: PrimaryKeyValue) throws(ExportLimit) -> JSONText {
    switch key {
    case .null: .null
    case .int(let value): .tagged("numberLong", .wide(value))
    case .string(let value): .string(try value.exportedText(allowsNUL: true))
    case .globalKey(let key): .string(key.text)
    case .objectID(let value): value.json
    case .uuid(let value): value.json
    }
  }

  static func int(_ number: Int) -> JSONText { .tagged("numberInt", .string(String(number))) }
}

// What Extended JSON writes otherwise than Realm
extension ExtendedJSON {
  private static func binary(_ bytes: RealmString) -> JSONText {
    .tagged(
      "binary",
      .members([
        "base64": .string(Base64.encode(Array(bytes.bytes))), "subType": .string("00"),
      ]))
  }

  private mutating func double(_ value: Double) -> JSONText {
    if value.isNaN { tally.note(.bitsOfNaN) }
    let text =
      value.isNaN
      ? "NaN" : value.isInfinite ? (value < 0 ? "-Infinity" : "Infinity") : value.description
    return .tagged("numberDouble", .string(text))
  }

  private static func decimal(_ number: Decimal128) throws(ExportLimit) -> JSONText {
    if number.isNaN { return .tagged("numberDecimal", .string("NaN")) }
    let sign = number.isNegative ? "-" : ""
    if number.isInfinite { return .tagged("numberDecimal", .string(sign + "Infinity")) }
    // What BSON takes a decimal for that it knows.
    guard number.coefficient <= Decimal128.digitsMax else { throw .decimal }
    return .tagged("numberDecimal", .string("\(sign)\(number.coefficient)E\(number.exponent)"))
  }

  private mutating func date(_ time: Timestamp) throws(ExportLimit) -> JSONText {
    let (scaled, isTooLarge) = time.seconds.multipliedReportingOverflow(by: 1_000)
    // Towards the past, so that a time before 1970 is rounded as one after it.
    let (added, rest) =
      Int64(time.nanoseconds).flooredQuotientAndRemainder(dividingBy: 1_000_000)
    let (milliseconds, overflows) = scaled.addingReportingOverflow(added)
    guard !isTooLarge, !overflows else { throw .time }
    if rest != 0 { tally.note(.belowMilliseconds) }
    return .tagged("date", .tagged("numberLong", .wide(milliseconds)))
  }
}
