import RealmFileSupport

// Places are chains of element indexes from the root: 0 names, 1 tables, 8 history; in a table 0 its columns, 2 its objects,
// of which 1 is the first column.
extension RuleCase {
  static let header: [RuleCase] = [
    RuleCase(1, "A", "not a Realm file: 16 bytes, at least 24 are expected") {
      $0.bytes.removeSubrange(16...)
    },
    RuleCase(2, "A", "damaged (rule R2): expected a length divisible by 8, found 4100 bytes") {
      $0.bytes += [0, 0, 0, 0]
    },
    RuleCase(3, "A", "not a Realm file: bytes 16 to 19 are 552d4442, expected 542d4442") {
      $0.bytes[16] = 0x55
    },
    RuleCase(
      4, "E",
      "offset 0x4b0: damaged (rule R4): expected the footer's mark c826e53752123430, found c826e53752123431"
    ) { $0.bytes[$0.bytes.count - 1] ^= 1 },
    RuleCase(
      5, "A",
      "offset 0x0: damaged (rule R5): expected a root inside the file, divisible by 8, found 1492"
    ) { $0.bytes[0] += 4 },
    RuleCase(
      6, "A", "offset 0x14: not supported: file format 25; formats 10, 11 and 20 to 24 are read"
    ) { $0.bytes[20] = 25 },
  ]

  static let nodes: [RuleCase] = [
    RuleCase(7, "A", "offset 0x5d0: damaged (rule R7): expected a ref at element 8, found 20") {
      $0.set([], 8, to: 20)
    },
    RuleCase(8, "A", "history: damaged (rule R8): expected a node below 4096, found a ref to 32760")
    { $0.set([], 8, to: 0x7FF8) },
    RuleCase(
      9, "A",
      "offset 0x568 in history: damaged (rule R9): expected a node, which begins with 41 41 41 41, found 42 41 41 41"
    ) { $0.bytes[$0.ref([8])] = 0x42 },
    RuleCase(
      10, "A", "offset 0x5d0: damaged (rule R10): expected 3, 5, 7 or 9 to 12 elements, found 4"
    ) { $0.setSize([], to: 4) },
    RuleCase(10, "A", "offset 0x5d0: damaged (rule R10): expected a size of 24 to 4096, found 0") {
      $0.set([], 2, to: 1)
    },
    RuleCase(11, "A", "offset 0x3b8: damaged (rule R11): expected an array of refs, found no refs")
    { $0.setKind([1], to: 0x05) },
    RuleCase(
      11, "A",
      "offset 0x568 in history: damaged (rule R11): expected a width scheme of 0 to 2, found 3"
    ) { $0.setKind([8], to: 0x58) },
    RuleCase(12, "A", "offset 0x3b8: damaged (rule R12): expected 1 tables, found 0") {
      $0.setSize([1], to: 0)
    },
    RuleCase(
      12, "A",
      "offset 0x3b8: damaged (rule R12): expected no name where there is no table, found class_foo"
    ) { $0.set([1], 0, to: 0) },
    RuleCase(
      46, "B",
      "offset 0x1000 in table class_Table > property any > objects 0 to 1: damaged (rule R46): expected an element 2, found 1 elements"
    ) {
      let ints = $0.append(RealmFileEditor.wide([5]))
      $0.set([1, 0, 2, 2], 1, to: Int64(ints))
      $0.set([1, 0, 2, 2, 0], 1, to: 2 << 8 | 1 << 5 | 1)
    },
    RuleCase(
      47, "D",
      "offset 0x1000 in table foo: damaged (rule R47): expected a width of 8 or more, found 4"
    ) {
      $0.replace([1, 0, 2, 0], with: RealmFileEditor.node(3, count: 6, [0x21, 0x43, 0x65]))
    },
  ]

  static let leaves: [RuleCase] = [
    RuleCase(
      13, "A",
      "offset 0x1f8 in table class_foo: damaged (rule R13): expected a fill of at most 8, found 9"
    ) { $0.bytes[$0.ref([1, 0, 0, 1]) + 8 + 15] = 9 },
    RuleCase(
      13, "A",
      "offset 0x1f8 in table class_foo: damaged (rule R13): expected a 0 before a fill of 5, found 100"
    ) { $0.bytes[$0.ref([1, 0, 0, 1]) + 8 + 7] = 5 },
    RuleCase(
      14, "A",
      "offset 0x1000 in history > reciprocal transforms: damaged (rule R14): expected an end from 0 to 0, found 5"
    ) { $0.replace([8, 14, 0], with: RealmFileEditor.wide([5, 3])) },
    RuleCase(
      15, "D",
      "offset 0x1000 in table bar > property name > objects 477706491332307078 to 4312485330124262958: damaged (rule R15): expected strings, found indexes without a list of keys"
    ) {
      $0.replace([1, 1, 2, 1], with: RealmFileEditor.wide([0, 1, 2, 3, 4, 5]))
    },
    RuleCase(
      16, "G",
      "offset 0x128 in table client_reset_metadata > property time > objects 0 to 0: damaged (rule R16): expected nanoseconds below 1000000000 of the sign of the seconds, found 1795219796 s 2000000000 ns"
    ) { $0.set([1, 0, 2, 2, 1], 0, to: 2_000_000_000) },
    RuleCase(
      17, "A",
      "offset 0x1000 in history > changesets: damaged (rule R17): expected a ref at element 0, found 0"
    ) { $0.replace([8, 13, 1], with: RealmFileEditor.wide([0], flags: 0x60)) },
    RuleCase(
      18, "A",
      "offset 0x240 in table class_foo > property _id > objects 0 to 3: damaged (rule R18): expected identifiers of 12 bytes, found 48 bytes"
    ) { $0.setSize([1, 0, 2, 1], to: 48) },
    RuleCase(
      19, "G",
      "offset 0x108 in table client_reset_metadata > property time > objects 0 to 0: damaged (rule R19): expected a number for null, found no element"
    ) { $0.setSize([1, 0, 2, 2, 0], to: 0) },
    RuleCase(
      20, "B",
      "offset 0x7c8 in table class_Table > property any > objects 0 to 1: damaged (rule R20): expected 4 to 6 elements, found 3"
    ) { $0.setSize([1, 0, 2, 2], to: 3) },
    RuleCase(
      21, "B",
      "offset 0x7c8 in table class_Table > property any > objects 0 to 1: damaged (rule R21): expected a type and the place of its values, found type 0 in 4"
    ) { $0.set([1, 0, 2, 2, 0], 0, to: 4 << 5 | 1) },
    RuleCase(
      22, "B",
      "offset 0x120 in table class_Table > property any > objects 0 to 1: damaged (rule R22): expected 12 bytes, found 6"
    ) { $0.set([1, 0, 2, 2, 4, 0, 0], 0, to: 3 << 5 | 16) },
    RuleCase(
      23, "A",
      "offset 0x280 in table class_foo > property cost > objects 0 to 3: damaged (rule R23): expected decimals, found width 2"
    ) { $0.setKind([1, 0, 2, 2], to: 0x0A) },
    RuleCase(
      24, "A",
      "offset 0x280 in table class_foo > property cost > objects 0 to 3: damaged (rule R24): expected 4 values, found 3"
    ) { $0.setSize([1, 0, 2, 2], to: 3) },
  ]

  static let trees: [RuleCase] = [
    RuleCase(
      25, "A",
      "offset 0x1000 in history > remote versions: damaged (rule R25): expected at least 3 elements, found 2"
    ) { $0.replace([8, 15], with: RealmFileEditor.wide([3, 1], flags: 0xC0)) },
    RuleCase(
      26, "A",
      "offset 0x1020 in history > remote versions: damaged (rule R26): expected child 1 to begin at 2, found 1"
    ) { $0.split([8, 15]) { [5, $0, $1, 5] } },
    RuleCase(
      27, "A",
      "offset 0x1020 in history > remote versions: damaged (rule R27): expected 3 elements, found 2"
    ) { $0.split([8, 15]) { [3, $0, $1, 7] } },
    RuleCase(
      28, "A",
      "offset 0x1000 in history > remote versions: damaged (rule R28): expected a node that belongs to one parent, found two"
    ) { $0.split([8, 15], isTwice: true) { [3, $0, $1, 5] } },
    RuleCase(
      29, "B",
      "offset 0x7a8 in table class_Table > property any > objects 0 to 1: damaged (rule R29): expected 2 values, found 1"
    ) {
      let keys = Array("weight\0\u{1}xxxxxxx\0".utf8)
      $0.replace([1, 0, 2, 2, 4, 1, 0], with: RealmFileEditor.node(0x0C, count: 2, keys))
    },
    RuleCase(
      30, "E",
      "offset 0x30 in table table: damaged (rule R30): expected keys that are strings, found type 1"
    ) { $0.set([1, 0, 0, 0], 1, to: 0x10006) },
  ]

  static let tables: [RuleCase] = [
    RuleCase(
      31, "A",
      "offset 0x378 in table class_foo: damaged (rule R31): expected a key of table 0, found 1"
    ) { $0.set([1, 0], 3, to: 3) },
    RuleCase(
      32, "A", "offset 0x228 in table class_foo: damaged (rule R32): expected 6 elements, found 5"
    ) { $0.setSize([1, 0, 0], to: 5) },
    RuleCase(
      33, "A",
      "offset 0x228 in table class_foo: damaged (rule R33): expected a leaf for each column, found one of two columns"
    ) { $0.set([1, 0, 0, 5], 1, to: 0x000B_0000) },
    RuleCase(
      33, "A",
      "offset 0x228 in table class_foo: damaged (rule R33): expected at most 1024 free leaves, found leaf 65535"
    ) { $0.set([1, 0, 0, 5], 1, to: 0x000B_FFFF) },
    RuleCase(
      34, "D",
      "offset 0x478 in table origin: damaged (rule R34): expected the other end of the links of leaf 0, found 0 tables"
    ) { $0.setSize([1, 2, 7], to: 0) },
    RuleCase(
      44, "A",
      "offset 0x378 in table class_foo: damaged (rule R44): expected a column that can be a primary key, found 720897"
    ) { $0.set([1, 0], 11, to: 0x000B_0001 << 1 | 1) },
    RuleCase(
      48, "A",
      "offset 0x378 in table class_foo: damaged (rule R48): expected a table type of 0 to 2, found 3"
    ) { $0.set([1, 0], 12, to: 7) },
    RuleCase(
      49, "A",
      "offset 0x1000: damaged (rule R49): expected a version below 2^62, found 4611686018427387904"
    ) {
      $0.widenRoot()
      $0.set([], 6, to: .min + 1)
    },
  ]

  static let objects: [RuleCase] = [
    RuleCase(
      35, "A",
      "offset 0x2c8 in table class_foo: damaged (rule R35): expected at most 256 objects, found 257"
    ) { $0.set([1, 0, 2], 0, to: 257 << 1 | 1) },
    RuleCase(
      36, "A",
      "offset 0x2c8 in table class_foo > property _id > objects 0 to 3: damaged (rule R36): expected a ref at element 1, found 0"
    ) { $0.set([1, 0, 2], 1, to: 0) },
    RuleCase(
      37, "A",
      "offset 0x1000 in table class_foo: damaged (rule R37): expected a depth of 1 to 15 and a number of objects, found depth 0"
    ) { $0.nestObjects([0, 1, 9]) },
    RuleCase(
      38, "A", "offset 0x1000 in table class_foo: damaged (rule R38): expected 5 objects, found 4"
    ) { $0.nestObjects([0, 3, 11]) },
    RuleCase(
      38, "A",
      "offset 0x2c8 in table class_foo: damaged (rule R38): expected an inner node, found the other one"
    ) { $0.nestObjects([0, 5, 9]) },
    RuleCase(
      39, "D", "offset 0xc0 in table foo: damaged (rule R39): expected a key after 0, found 0"
    ) { $0.set([1, 0, 2, 0], 1, to: 0) },
    RuleCase(
      40, "A",
      "offset 0x1000 in table class_foo: damaged (rule R40): expected keys of 64 bits, found depth 8"
    ) { $0.nestObjects([0, 17, 9]) },
    RuleCase(
      41, "C",
      "offset 0x2c8 in table class_table > property ints > objects 0 to 0: damaged (rule R41): expected a ref at element 0, found 697"
    ) { $0.set([1, 0, 2, 2], 0, to: 0x2B9) },
    RuleCase(
      42, "D",
      "table origin > object 0 > property link1: damaged (rule R42): expected a link to an object that is there, found one to object 599 of table 0"
    ) { $0.set([1, 2, 2, 1], 0, to: 600) },
  ]

  static let history: [RuleCase] = [
    RuleCase(50, "A", "offset 0x568 in history: damaged (rule R50): expected 21 elements, found 20")
    { $0.setSize([8], to: 20) },
    RuleCase(
      50, "A",
      "history: damaged (rule R50): expected that of a client, as the file has an identifier, found none"
    ) { $0.set([], 8, to: 0) },
    RuleCase(
      50, "A",
      "history: damaged (rule R50): expected that of a client, as the file has an identifier, found one of type 0"
    ) { $0.set([], 7, to: 1) },
    RuleCase(50, "A", "history: not supported: that of a sync server") { $0.set([], 7, to: 9) },
    RuleCase(
      51, "A",
      "offset 0x568 in history: damaged (rule R51): expected 2 entries in each column, found [2, 1, 2, 2]"
    ) { $0.setSize([8, 17], to: 1) },
    RuleCase(
      52, "A", "offset 0x568 in history: damaged (rule R52): expected at most 1 entries, found 2"
    ) { $0.set([], 6, to: 3) },
    RuleCase(53, "A", "change 2: damaged (rule R53): expected a compression of 0 to 2, found 3") {
      $0.bytes[$0.ref([8, 13, 1]) + 8] = 0x31
    },
    RuleCase(53, "A", "change 2: damaged (rule R53): expected 223 bytes, found 222") {
      $0.bytes[$0.ref([8, 13, 1]) + 9] += 1
    },
    RuleCase(
      58, "A",
      "offset 0x568 in history: damaged (rule R58): expected an origin and a server version that are not negative, found -1, 0"
    ) { $0.replace([8, 16], with: RealmFileEditor.wide([0, -1])) },
    RuleCase(
      58, "A",
      "offset 0x568 in history: damaged (rule R58): expected an upload of version 3 at most, found 4"
    ) { $0.set([8], 7, to: 4 << 1 | 1) },
    RuleCase(
      59, "A", "offset 0x128 in schema versions: damaged (rule R59): expected 4 refs, found 3"
    ) { $0.setSize([8, 20], to: 3) },
  ]

  static let all = header + nodes + leaves + trees + tables + objects + history
}

extension RealmFileEditor {
  /// Puts the objects of the first table below an inner node that begins with these elements.
  fileprivate mutating func nestObjects(_ head: [Int64]) {
    let leaf = Int64(ref([1, 0, 2]))
    replace([1, 0, 2], with: Self.wide(head + [leaf], flags: 0xC0))
  }
}
