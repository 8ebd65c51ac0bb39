import TestSupport
import Testing
import TraceFormat

@Suite struct ChangesetLimitsTests {
  private func changeset(pathDepth: Int) -> [UInt8] {
    var builder = ChangesetBuilder()
    let path = [PathStep](repeating: 0, count: pathDepth)
    builder.update(LocationValue("a", .null, "a", path), to: .null)
    return builder.changeset.encoded()
  }

  @Test(arguments: [(9, true), (10, true), (11, false)])
  func `the depth of a path is limited`(depth: Int, isAccepted: Bool) {
    var limits = ChangesetLimits.standard
    limits.pathDepthMax = 10
    let changeset = try? Changeset(decoding: changeset(pathDepth: depth), limits: limits)
    #expect((changeset != nil) == isAccepted)
  }

  @Test(arguments: [(1023, true), (1024, true), (1025, false)])
  func `the standard limit of depth holds`(depth: Int, isAccepted: Bool) {
    #expect(((try? Changeset(decoding: changeset(pathDepth: depth))) != nil) == isAccepted)
  }

  @Test(arguments: [(2, true), (3, true), (4, false)])
  func `the number of instructions is limited`(count: Int, isAccepted: Bool) {
    var builder = ChangesetBuilder()
    for number in 0..<count { builder.createObject("a", .int(Int64(number))) }
    var limits = ChangesetLimits.standard
    limits.instructionCountMax = 3
    let changeset = try? Changeset(decoding: builder.changeset.encoded(), limits: limits)
    #expect((changeset != nil) == isAccepted)
  }

  @Test(arguments: [-1, 0, 1])
  func `the size is limited`(excess: Int) {
    let bytes = EveryInstruction.bytes
    var limits = ChangesetLimits.standard
    limits.encodedSizeMax = bytes.count - excess
    #expect(((try? Changeset(decoding: bytes, limits: limits)) != nil) == (excess <= 0))
  }

  /// The declaration of one string of this size, and nothing else.
  private func declaration(size: Int) -> [UInt8] {
    let groups = [
      UInt8(size & 0x7F | 0x80), UInt8(size >> 7 & 0x7F | 0x80), UInt8(size >> 14 & 0x7F | 0x80),
      UInt8(size >> 21),
    ]
    return [63, 0] + groups + [UInt8](repeating: 0x61, count: size)
  }

  @Test(arguments: [(16_777_198, true), (16_777_199, true), (16_777_200, false)])
  func `a string is as large as Realm takes it`(size: Int, isAccepted: Bool) {
    let changeset = try? Changeset(decoding: declaration(size: size))
    #expect((changeset != nil) == isAccepted)
    #expect(changeset.map { $0.bytes(StringIndex(0)).count } == (isAccepted ? size : nil))
  }

  @Test func `a binary may be larger than a string`() throws {
    var builder = ChangesetBuilder()
    let bytes = RealmString([UInt8](repeating: 1, count: 16_777_201))
    builder.update(LocationValue("a", .null, "a"), to: .binary(bytes))
    let changeset = try Changeset(decoding: builder.changeset.encoded())
    let value = try #require(changeset.instructions.first?.value)
    #expect(changeset.value(value).value == .binary(bytes))
  }

  /// Strings are compared one by one at first and by hash later; both must find every one.
  @Test(arguments: [11, 12, 13, 14, 31, 32, 33, 1000])
  func `many strings are each declared once`(count: Int) throws {
    var builder = ChangesetBuilder()
    for _ in 0..<2 {
      for number in 0..<count { builder.createObject("a", .string(RealmString("\(number)"))) }
    }
    let bytes = builder.changeset.encoded()
    #expect(builder.changeset.strings.count == count + 1)
    #expect(try Changeset(decoding: bytes).encoded() == bytes)
    let again = bytes + [63] + integer(count + 1) + [1, 0x30]
    let failure = #expect(throws: DecodingFailure.self) { _ = try Changeset(decoding: again) }
    #expect(failure?.description.contains("repeats the bytes of string 1") == true)
  }

  private func integer(_ value: Int) -> [UInt8] {
    value < 64 ? [UInt8(value)] : [UInt8(value & 0x7F | 0x80), UInt8(value >> 7)]
  }
}
