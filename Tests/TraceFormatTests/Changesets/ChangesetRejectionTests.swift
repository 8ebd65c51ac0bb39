import TestSupport
import Testing
import TraceFormat

/// What is refused, with the place and the reason. Every input begins with the declaration of the
/// strings "a" (number 0) and "b" (number 1), eight bytes in all.
@Suite struct ChangesetRejectionTests {
  static let declarations = "3f0001613f010162"

  struct Rejected: Sendable, CustomTestStringConvertible {
    var what: String
    var digits: String
    var offset: Int
    var testDescription: String { what }

    init(_ what: String, _ digits: String, at offset: Int) {
      (self.what, self.digits, self.offset) = (what, digits, offset)
    }
  }

  static let rejected: [Rejected] = [
    Rejected("instruction 14", "0e00", at: 8),
    Rejected("instruction 256, whose low byte is AddTable", "800400", at: 8),
    Rejected("instruction -1", "40", at: 8),
    Rejected("a declaration out of order", "3f03016300", at: 9),
    Rejected("a declaration twice over", "3f020161", at: 9),
    Rejected("a string that is not declared", "0102", at: 9),
    Rejected("a declared string's number as -2", "0141", at: 9),
    Rejected("payload type 12", "040000000" + "00c", at: 13),
    Rejected("payload type -7", "0400000000" + "46", at: 13),
    Rejected("payload type 257, whose low byte is int", "0400000000" + "810401", at: 13),
    Rejected("a global key as a value", "0400000000" + "40", at: 13),
    Rejected("a bool as a primary key", "020002", at: 10),
    Rejected("a link as a primary key", "0200090000", at: 10),
    Rejected("class kind 3", "00000300", at: 10),
    Rejected("a primary key column of type null", "0000000100" + "00", at: 12),
    Rejected("a primary key column of type double", "0000000107" + "00", at: 12),
    Rejected("a property of type list", "060001440000", at: 11),
    Rejected("a property of type -3, dictionary", "060001420000", at: 11),
    Rejected("collection kind 4", "060001010004", at: 13),
    Rejected("collection kind 4 of a Clear", "0b0000000004", at: 13),
    Rejected("ArrayInsert into a property", "0800000000" + "0000", at: 9),
    Rejected("ArrayInsert at a key", "080000000140010000", at: 9),
    Rejected("ArrayMove of a property", "09000000000000", at: 9),
    Rejected("ArrayErase of a property", "0a0000000000", at: 9),
    Rejected("a path index above 32 bits", "0a000000018080808010" + "00", at: 13),
    Rejected("nanoseconds of a second", "04000000000500" + "8094ebdc0300", at: 15),
    Rejected("nanoseconds of minus a second", "04000000000500" + "ff93ebdc4300", at: 15),
    Rejected("signs that differ", "0400000000050141", at: 15),
    Rejected(
      "a coefficient of 18 bytes", "040000000008" + "8080808080808080808080808080808080" + "00",
      at: 14),
    Rejected(
      "a coefficient of 2^113", "040000000008" + "80808080808080808080808080808080020000", at: 14),
    Rejected("an exponent of 10208", "04000000000800" + "e0cf000000", at: 15),
    Rejected("an exponent of -6177", "04000000000800" + "a0700000", at: 15),
    Rejected("a string of 2^63 bytes", "040000000003" + "80808080808080808001", at: 14),
    Rejected("a string of -2 bytes", "040000000003" + "41", at: 14),
    Rejected("a binary of 2^64 - 1 bytes", "040000000004" + "ffffffffffffffffff01", at: 24),
    Rejected("a path of 4294967294 elements", "0400000041", at: 12),
  ]

  @Test(arguments: rejected)
  func `is refused at the right place`(_ rejected: Rejected) throws {
    let bytes = try #require(Hex.decode(Self.declarations + rejected.digits))
    let failure = #expect(throws: DecodingFailure.self) { _ = try Changeset(decoding: bytes) }
    #expect(failure?.offset == rejected.offset, "\(failure?.description ?? "nothing")")
    #expect(failure?.path == ["instruction 0"])
  }

  @Test func `the failure names the instruction`() throws {
    let bytes = EveryInstruction.bytes + [0x0E]
    let count = EveryInstruction.changeset.instructions.count
    let failure = #expect(throws: DecodingFailure.self) { _ = try Changeset(decoding: bytes) }
    #expect(failure?.path == ["instruction \(count)"])
    #expect(
      failure?.description == "offset 0x\(String(bytes.count - 1, radix: 16)) in instruction"
        + " \(count): expected an instruction from 0 to 13 or 63, found 14")
  }

  /// Realm's parser takes these as well.
  @Test(arguments: [
    ("a path key marked by -2", "040000000141010000", "040000000140010000"),
    ("a sign of 5", "040000000008000005" + "00", "040000000008000001" + "00"),
    ("a sign of -1", "040000000008000040" + "00", "040000000008000001" + "00"),
    ("a dictionary whose keys are ints", "060001010002" + "01", "060001010002" + "01"),
    ("a collection kind in two bytes", "0b00000000" + "8100", "0b00000000" + "01"),
    ("strings alone", "", ""),
  ])
  func `is read and written in canonical form`(
    what: String, digits: String, canonical: String
  ) throws {
    let bytes = try #require(Hex.decode(Self.declarations + digits))
    #expect(
      Hex.encode(try Changeset(decoding: bytes).encoded()) == Self.declarations + canonical)
  }

  @Test func `no bytes are a changeset without instructions`() throws {
    let changeset = try Changeset(decoding: [])
    #expect(changeset.instructions.isEmpty && changeset.strings.isEmpty)
    #expect(changeset.encoded().isEmpty)
  }
}
