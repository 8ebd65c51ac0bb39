internal import Analyzer
internal import RealmModel
internal import TraceFormat

/// Values as literals of a database, and what they lose there.
struct SQLLiterals {
  let dialect: SQLDialect
  let schema: RealmSchema
  let quoting: SQLQuoting
  private let plain: PlainJSON
  private(set) var tally = ExportTally()

  init(_ dialect: SQLDialect, _ schema: RealmSchema) {
    (self.dialect, self.schema) = (dialect, schema)
    quoting = SQLQuoting(dialect: dialect)
    plain = PlainJSON(schema: schema, allowsNUL: dialect == .sqlite)
  }

  mutating func literal(
    _ value: Value, of property: PropertySchema
  ) throws(ExportLimit) -> String {
    let value = value.withPlainNull
    if value == .null { return "NULL" }
    guard SQLColumnType(property, in: schema) != .json else {
      return try column(json: plain.json(value, isMixed: property.type == .mixed))
    }
    switch value {
    case .int(let number): return Self.integer(number)
    case .bool(let flag):
      return dialect == .sqlite ? (flag ? "1" : "0") : flag ? "TRUE" : "FALSE"
    case .string(let text): return try quoting.text(text)
    case .binary(let bytes): return binary(bytes)
    case .timestamp(let time): return try self.time(time)
    case .float(let bits):
      // Of no type of its own, so that it is what its column makes of it: no double equals most numbers of a `real`.
      let value = Float(bitPattern: bits)
      return number(Double(value), value.description, type: "")
    case .double(let bits):
      return number(Double(bitPattern: bits), Double(bitPattern: bits).description)
    case .decimal(let number): return try decimal(number)
    case .link(let link): return try key(link.exportedKey)
    case .objectID(let value): return try quoting.text(value.text)
    case .uuid(let value): return try key(.uuid(value))
    default: throw .value
    }
  }

  func key(_ key: PrimaryKeyValue) throws(ExportLimit) -> String {
    switch key {
    case .null: "NULL"
    case .int(let value): Self.integer(value)
    case .string(let value): try quoting.text(value)
    case .globalKey(let key): try quoting.text(key.text)
    case .objectID(let value): try quoting.text(value.text)
    case .uuid(let value): try quoting.text(value.text) + (dialect == .sqlite ? "" : "::uuid")
    }
  }

  mutating func expression(json: JSONText) throws(ExportLimit) -> String {
    let column = try column(json: json)
    return dialect == .sqlite ? "json(\(column))" : column
  }

  mutating func column(json: JSONText) throws(ExportLimit) -> String {
    let json = dialect == .sqlite ? json : inDigits(json)
    let text = try quoting.text(json.text(.compact, escaping: .least))
    return dialect == .sqlite ? text : "\(text)::jsonb"
  }

  /// JSON whose numbers stay integers and doubles in a `jsonb`, which knows a double by its point. It has no sign of
  /// a zero.
  private mutating func inDigits(_ json: JSONText) -> JSONText {
    switch json {
    case .number(let text):
      if text == "-0.0" { tally.note(.signOfZero) }
      let parts = text.split(separator: "e")
      guard parts.count > 1, let exponent = Int(parts[1]), exponent > 0 else { return json }
      let (whole, digits) = (parts[0].prefix { $0 != "." }, parts[0].filter { $0 != "." })
      let zeros = String(repeating: "0", count: max(0, whole.count + exponent - digits.count))
      return .number("\(digits)\(zeros).0")
    case .array(let elements): return .array(elements.map { inDigits($0) })
    case .object(let members): return .object(members.map { .init($0.name, inDigits($0.value)) })
    default: return json
    }
  }

  func json(_ value: Value, at place: PendingPlace) throws(ExportLimit) -> JSONText {
    try plain.json(value, isMixed: place.type == .mixed)
  }

  /// A whole number. The smallest one has no literal of its own.
  static func integer(_ number: Int64) -> String {
    number == .min ? "(-9223372036854775807 - 1)" : String(number)
  }
}

// What databases have no literals for, or not all
extension SQLLiterals {
  private func binary(_ bytes: RealmString) -> String {
    let digits = Hex.encode(bytes.bytes)
    return dialect == .sqlite ? "X'\(digits)'" : "decode('\(digits)', 'hex')"
  }

  private mutating func number(
    _ value: Double, _ shortest: String, type: String = "::double precision"
  ) -> String {
    if value.isNaN {
      tally.note(dialect == .sqlite ? .notANumberToNull : .bitsOfNaN)
      return dialect == .sqlite ? "NULL" : "'NaN'\(type)"
    }
    if value.isInfinite {
      let sign = value < 0 ? "-" : ""
      return dialect == .sqlite
        ? sign + "9e999" : "'\(sign)Infinity'\(type)"
    }
    if dialect == .sqlite {
      if value == 0, value.sign == .minus { tally.note(.signOfZero) }
      return value.description
    }
    return "'\(shortest)'\(type)"
  }

  private mutating func decimal(_ number: Decimal128) throws(ExportLimit) -> String {
    guard dialect == .postgresql else { return try quoting.text(number.text) }
    if number.isNaN {
      tally.note(.bitsOfNaN)
      return "'NaN'::numeric"
    }
    if number.isInfinite { return "'\(number.isNegative ? "-" : "")Infinity'::numeric" }
    if number.coefficient == 0, number.isNegative { tally.note(.signOfZero) }
    return "'\(number.text)'::numeric"
  }

  /// The seconds since 1970 that PostgreSQL has times and intervals for: from 4713 BC to 294246 AD.
  private static let postgresSeconds: ClosedRange<Int64> = -210_866_803_200...9_223_372_036_853
  /// Those of the years 1 to 9999, whose text every database reads.
  private static let textSeconds: ClosedRange<Int64> = -62_135_596_800...253_402_300_799

  private mutating func time(_ time: Timestamp) throws(ExportLimit) -> String {
    guard dialect == .postgresql else { return try quoting.text(time.text) }
    guard Self.postgresSeconds.contains(time.seconds) else { throw .time }
    // Towards the past, so that a time before 1970 is rounded as one after it.
    let (nanoseconds, rest) = (Int64(time.nanoseconds), Int64(time.nanoseconds) % 1_000)
    if rest != 0 { tally.note(.belowMicroseconds) }
    let microseconds = (nanoseconds - (rest < 0 ? rest + 1_000 : rest)) / 1_000
    let seconds = microseconds < 0 ? time.seconds - 1 : time.seconds
    guard Self.textSeconds.contains(seconds) else {
      return
        "(timestamptz '1970-01-01 00:00:00+00' + "
        + "interval '\(time.seconds) seconds \(microseconds) microseconds')"
    }
    let fraction = microseconds < 0 ? microseconds + 1_000_000 : microseconds
    let shown = Timestamp(seconds: seconds, nanoseconds: 0)
    let digits = String(fraction + 1_000_000).dropFirst()
    return "'\(shown.text.dropLast())\(fraction == 0 ? "" : ".\(digits)")Z'::timestamptz"
  }
}
