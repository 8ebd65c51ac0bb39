import Analyzer
import Testing
import TraceFormat

@testable import Reports

/// What SQLite says of a value becomes part of a statement only where it is one literal and nothing more.
@Suite struct SQLiteLiteralTests {
  @Test(arguments: [
    "NULL", "0", "-12", "1.5", "-1.0e+20", "9e999", "''", "'a'", "'it''s'", "''''", "'\u{301}a'",
    "X''", "X'00FF'", "CAST(X'610062' AS TEXT)", "'a -- b; c'",
  ])
  func `A literal is taken`(text: String) { #expect(text.isSQLiteLiteral) }

  @Test(arguments: [
    "", "null", "NULL--", "a", "1; DROP", "1 ", "inf", "nan", "0x10", "-", "'", "'a", "a'",
    "'a'b'", "'a' || 'b'", "'a'; DROP TABLE t; --'", "'a'\u{301}", "X'0g'", "X'00''00'", "x'00'",
    "X'00'--", "X'00", "CAST(X'00' AS BLOB)", "CAST(X'00' AS TEXT", "CAST('a' AS TEXT)",
    "'a',X'00'",
    "'a'\u{0}",
  ])
  func `Anything else is not`(text: String) { #expect(!text.isSQLiteLiteral) }

  @Test func `People see what a literal stands for`() {
    let texts = ["NULL", "1.5", "''", "'a'", "'it''s'", "''''", "'\u{301}a'", "X'00FF'"]
    #expect(texts.map(\.sqliteValue) == [nil, "1.5", "", "a", "it's", "'", "\u{301}a", "X'00FF'"])
  }
}

/// A `jsonb` makes an integer of a number with an exponent, and has no sign of a zero.
@Suite struct PostgreSQLNumberTests {
  @Test(arguments: [
    (1e18, "1000000000000000000.0"), (-1.8014398509481984e16, "-18014398509481984.0"),
    (1.25e20, "125000000000000000000.0"), (1e-7, "1e-07"), (100.0, "100.0"), (-0.0, "-0.0"),
  ])
  func `A double stays one`(number: Double, json: String) throws {
    var literals = SQLLiterals(.postgresql, RealmSchema([]))
    let property = PropertySchema(
      name: "m", type: .mixed, isOptional: true, collection: .list, target: nil)
    let list = Value.list([.double(number), .int(1)])
    #expect(try literals.literal(list, of: property) == "'[\(json),1]'::jsonb")
    let roundings: [ExportRounding: Int] = json == "-0.0" ? [.signOfZero: 1] : [:]
    #expect(literals.tally.roundings == roundings)
  }
}

/// PostgreSQL reads the text of a year only where that has four digits.
@Suite struct PostgreSQLTimeTests {
  @Test(arguments: [
    (Int64(253_402_300_799), "'9999-12-31T23:59:59.500000Z'::timestamptz"),
    (
      253_402_300_800,
      "(timestamptz '1970-01-01 00:00:00+00' + interval '253402300800 seconds 500000 microseconds')"
    ),
  ])
  func `A time behind the year 9999 is a number`(seconds: Int64, literal: String) throws {
    var literals = SQLLiterals(.postgresql, RealmSchema([]))
    let property = PropertySchema(
      name: "t", type: .date, isOptional: true, collection: .single, target: nil)
    let time = Value.timestamp(Timestamp(seconds: seconds, nanoseconds: 500_000_000))
    #expect(try literals.literal(time, of: property) == literal)
    let last = Value.timestamp(Timestamp(seconds: 9_223_372_036_855, nanoseconds: 0))
    #expect(throws: ExportLimit.time) { try literals.literal(last, of: property) }
  }
}
