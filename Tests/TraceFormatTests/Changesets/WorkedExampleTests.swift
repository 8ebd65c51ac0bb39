import Testing
import TraceFormat

@Suite struct WorkedExampleTests {
  /// A class, two properties and one object, byte by byte (`docs/changesets.md`, "An example").
  static let bytes =
    Hex.decode(
      "3F0006506572736F6E3F01035F69640000000101003F02036167653F0300060002010000"
        + "3F0404746167730600040300010200010704000107020001210008000107040100030161" + "00")!

  @Test func `is read as what it says`() throws {
    let changeset = try Changeset(decoding: Self.bytes)
    #expect(
      changeset.strings.map { changeset.text(ofString: $0) } == [
        "Person", "_id", "age", "", "tags",
      ])
    #expect(changeset.strings.map(\.beforeInstruction) == [0, 0, 1, 1, 2])
    #expect(
      changeset.instructions.map(\.kind) == [
        .addTable, .addColumn, .addColumn, .createObject, .update, .arrayInsert,
      ])
    guard case .arrayInsert(let insert) = changeset.instructions[5] else {
      Issue.record("the last instruction is no ArrayInsert")
      return
    }
    #expect(changeset.value(insert.location) == LocationValue("Person", .int(7), "tags", [0]))
    #expect(changeset.value(insert.value) == .value(.string("a")))
    #expect(insert.priorSize == 0)
  }

  @Test func `is written again byte for byte`() throws {
    #expect(try Changeset(decoding: Self.bytes).encoded() == Self.bytes)
  }

  @Test func `is what the builder builds`() {
    var builder = ChangesetBuilder()
    builder.addTable("Person", primaryKey: "_id", type: .int)
    builder.addColumn("Person", "age", type: .int)
    builder.addColumn("Person", "tags", type: .string, collection: .list)
    builder.createObject("Person", .int(7))
    builder.update(LocationValue("Person", .int(7), "age"), to: .int(33))
    builder.arrayInsert(
      LocationValue("Person", .int(7), "tags", [0]), .string("a"), priorSize: 0)
    #expect(Hex.encode(builder.changeset.encoded()) == Hex.encode(Self.bytes))
  }
}

extension Changeset {
  func text(ofString string: InternedString) -> String {
    String(decoding: bytes(string.bytes), as: UTF8.self)
  }
}
