import TestSupport
import Testing
import TraceFormat

@testable import RealmModel

@Suite struct CellColumnTests {
  private static let table = TableKey(slot: 2, reuseTag: 0)
  private static func link(_ key: Int64, _ table: TableKey = table) -> Cell {
    .link(ObjectAddress(table: table, key: ObjectKey(key)))
  }

  /// What a cell is, with all that is in it.
  private static func text(_ cell: Cell) -> String {
    switch cell {
    case .list(let elements): "list \(elements.map(text))"
    case .set(let elements): "set \(elements.map(text))"
    case .backlinks(let keys): "from \(keys.map { $0.rawValue })"
    default: "\(cell)"
    }
  }

  static let lists: [[Cell]] = [
    [], [.int(1), .int(-5), .int(1 << 40)], [.int(1), .null, .int(2)], [.null, .null],
    [.int(.max), .null], [.int(.min), .null, .int(0)], [link(0), link(5), link(-7)],
    [link(0), link(1, TableKey(slot: 3, reuseTag: 1))], [link(0), .null], [link(3), .int(3)],
    [.string("a"), .int(1)], [.bool(true), .bool(false)],
  ]

  @Test(arguments: lists.indices)
  func `cells are the same where they take less memory`(index: Int) {
    let cells = Self.lists[index]
    var back: [Cell] = []
    CellColumn(compacting: cells).append(cells.count, to: &back)
    #expect(back.map(Self.text) == cells.map(Self.text))
  }

  @Test func `each form of a column gives its cells`() {
    let bytes: [UInt8] = [0b0100_0111, 0, 0, 0, 0, 0, 0, 0]
    let bits = PackedIntegers(in: bytes, at: 0, width: 2, count: 4)
    let floats = PackedIntegers([0x7FC0_00AA, 1].map { Int64($0) })
    let doubles = PackedIntegers([0x7FF8_0000_0000_00AA, 1])
    let seconds = PackedIntegers([7, -1])
    let columns: [(CellColumn, [Cell])] = [
      (.same(.int(4)), [.int(4), .int(4)]),
      (.ints(PackedIntegers([7, 8]), null: 8), [.int(7), .null]),
      (.bools(bits, isNullable: true), [.null, .bool(true), .bool(false), .bool(true)]),
      (.bools(bits, isNullable: false), [.bool(true), .bool(true), .bool(false), .bool(true)]),
      (.floats(floats, isNullable: true), [.null, .float(bitPattern: 1)]),
      (
        .floats(floats, isNullable: false),
        [.float(bitPattern: 0x7FC0_00AA), .float(bitPattern: 1)]
      ),
      (.doubles(doubles, isNullable: true), [.null, .double(bitPattern: 1)]),
      (
        .timestamps(seconds, null: 7, nanoseconds: PackedIntegers([0, -9])),
        [.null, .timestamp(Timestamp(seconds: -1, nanoseconds: -9))]
      ),
      (
        .links(Self.table, PackedIntegers([0, 1, -6]), more: 1),
        [.null, Self.link(0), Self.link(-7)]
      ),
      (
        .collections(
          CellCollections(.cells([.int(1), .int(2), .int(3)]), ends: [0, 2, 2, 3], isSet: false)),
        [.list([]), .list([.int(1), .int(2)]), .list([]), .list([.int(3)])]
      ),
      (
        .collections(CellCollections(.cells([.string("a")]), ends: [1], isSet: true)),
        [.set([.string("a")])]
      ),
      (
        .incoming(IncomingLinks([5, 4, 1 << 40], ends: [0, 2, 3])),
        [.null, .backlinks([ObjectKey(5), ObjectKey(4)]), .backlinks([ObjectKey(1 << 40)])]
      ),
    ]
    for (column, cells) in columns {
      #expect(cells.indices.map { Self.text(column[$0]) } == cells.map(Self.text))
      let detached = column.detached
      #expect(cells.indices.map { Self.text(detached[$0]) } == cells.map(Self.text))
      for (index, cell) in cells.enumerated() {
        var links: [ObjectAddress] = []
        column.forEachLink(in: index..<index + 1) { links.append($1) }
        #expect(links == cell.links)
        #expect(column.mayHoldLinks || links.isEmpty)
      }
    }
  }

  @Test func `texts in each of their forms`() {
    let long = RealmString("a text of its own")
    let joined = Array("ab\0\0c\0".utf8)
    let forms: [(StoredTexts.Form, [RealmString?])] = [
      (
        .records(bytes: Array("ab\0\u{1}\0\0\0\u{4}abc\0".utf8) + [0, 0, 0, 3], width: 4),
        ["ab", nil, "abc", ""]
      ),
      (.records(bytes: [], width: 0), [nil, nil]),
      (
        .joined(
          bytes: joined, ends: PackedIntegers([3, 4, 4, 6]), nulls: PackedIntegers([0, 0, 1, 0]),
          endsWithZero: true), ["ab", "", nil, "c"]
      ),
      (
        .joined(
          bytes: joined, ends: PackedIntegers([2, 6]), nulls: PackedIntegers([0, 0]),
          endsWithZero: false), ["ab", "\0\0c\0"]
      ),
      (.listed([long, nil], places: PackedIntegers([1, 0, 0])), [nil, long, long]),
      (.separate([nil, long]), [nil, long]),
    ]
    for (form, expected) in forms {
      let texts = StoredTexts(form, count: expected.count)
      #expect((0..<texts.count).map { texts[$0] } == expected)
    }
  }

  @Test func `identifiers stand in blocks of eight`() {
    // Nine of them: the third and the last are null.
    for isUUID in [false, true] {
      let size = StoredIdentifiers.size(isUUID: isUUID)
      var bytes: [UInt8] = [7, 0b100]
      for number in 0..<8 as Range<UInt8> {
        bytes += [UInt8](repeating: number, count: size)
      }
      bytes += [1] + [UInt8](repeating: 8, count: size) + [7]
      let identifiers = StoredIdentifiers(in: bytes, at: 1, count: 9, isUUID: isUUID)
      for identifiers in [identifiers, identifiers.detached] {
        for index in 0..<9 {
          let word = UInt64(index) &* 0x0101_0101_0101_0101
          let expected: Cell =
            index == 2 || index == 8
            ? .null
            : isUUID
              ? .uuid(RealmUUID(high: word, low: word))
              : .objectID(ObjectID(high: word, low: UInt32(truncatingIfNeeded: word)))
          #expect(Self.text(identifiers[index]) == Self.text(expected))
        }
      }
    }
  }
}
