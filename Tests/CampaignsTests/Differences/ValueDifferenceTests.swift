import TestSupport
import Testing
import TraceFormat

@testable import Analyzer
@testable import Campaigns

@Suite struct ValueDifferenceTests {
  /// The differences of two values, each as `place: first | second`.
  static func differences(_ first: String, _ second: String) throws -> [String] {
    let (a, b) = (
      try JSONText(parsing: Array(first.utf8)), try JSONText(parsing: Array(second.utf8))
    )
    return ValueDifference.all(a, b).map {
      "\($0.place): \($0.first?.text() ?? "-") | \($0.second?.text() ?? "-")"
    }
  }

  @Test(arguments: [
    (#"{"a":1}"#, #"{"a":1}"#, []),
    (#"{"a":1,"b":2}"#, #"{"b":2,"a":1}"#, []),
    (#"{"a":1,"b":2}"#, #"{"a":1,"c":3}"#, ["b: 2 | -", "c: - | 3"]),
    (#"{"a":{"b":1}}"#, #"{"a":{"b":2}}"#, ["a.b: 1 | 2"]),
    // Lists: what was inserted is told, and not everything behind it.
    ("[1,2,3]", "[1,9,2,3]", ["[1]: - | 9"]),
    ("[1,2,3]", "[1,3]", ["[1]: 2 | -"]),
    ("[1,2,3]", "[1,7,3]", ["[1]: 2 | 7"]),
    ("[1,2]", "[7,8,9]", ["[0]: 1 | 7", "[1]: 2 | 8", "[2]: - | 9"]),
    (#"[{"a":1}]"#, #"[{"a":2}]"#, ["[0].a: 1 | 2"]),
    // Values with types.
    (#"{"a":{"$int":"1"}}"#, #"{"a":{"$int":"2"}}"#, [#"a: {"$int":"1"} | {"$int":"2"}"#]),
    (#"{"a":{"$int":"1"}}"#, #"{"a":"1"}"#, [#"a: {"$int":"1"} | "1""#]),
    (#"{"a":{"$int":"1"}}"#, #"{"a":{"$bool":true}}"#, [#"a: {"$int":"1"} | {"$bool":true}"#]),
    (#"{"s":{"$set":[1,2]}}"#, #"{"s":{"$set":[2,1]}}"#, []),
    (#"{"s":{"$set":[1,2]}}"#, #"{"s":{"$set":[3,2]}}"#, ["s: 1 | -", "s: - | 3"]),
    (#"{"l":{"$list":[1]}}"#, #"{"l":{"$list":[1,2]}}"#, ["l[1]: - | 2"]),
    (
      #"{"d":{"$dictionary":{"k":1}}}"#, #"{"d":{"$dictionary":{"k":2,"m":3}}}"#,
      ["d.k: 1 | 2", "d.m: - | 3"]
    ),
    (#"{"e":{"$embedded":{"t":1}}}"#, #"{"e":null}"#, [#"e: {"$embedded":{"t":1}} | null"#]),
  ])
  func `values are compared by what they mean`(
    first: String, second: String, expected: [String]
  ) throws {
    #expect(try Self.differences(first, second) == expected)
  }

  /// Applying what an alignment says must lead from one sequence to the other, whatever they are.
  @Test func `an alignment leads from one sequence to the other`() throws {
    var numbers = SeededNumbers(seed: TestSeed.value)
    for _ in 0..<300 {
      let a = (0..<Int(numbers.next() % 20)).map { _ in numbers.next() % 4 }
      let b = (0..<Int(numbers.next() % 20)).map { _ in numbers.next() % 4 }
      let stretches = SequenceAlignment(a, b).stretches
      #expect(stretches.flatMap { a[$0.first] } == a, "\(TestSeed.hint)")
      #expect(stretches.flatMap { b[$0.second] } == b, "\(TestSeed.hint)")
      for stretch in stretches where stretch.isSame {
        #expect(a[stretch.first] == b[stretch.second], "\(TestSeed.hint)")
      }
    }
  }

  @Test func `long sequences that differ everywhere are not aligned, and are still told`() {
    let count = 2001
    let stretches = SequenceAlignment([-1] + Array(0..<count), [-1] + Array(count..<2 * count))
      .stretches
    #expect(
      stretches == [
        .init(isSame: true, first: 0..<1, second: 0..<1),
        .init(isSame: false, first: 1..<count + 1, second: 1..<count + 1),
      ])
  }

  @Test(arguments: [
    (#"{"$int":"-5"}"#, "-5"), (#"{"$double":"3ff8000000000000"}"#, "1.5"),
    (#"{"$float":"3fc00000"}"#, "1.5"), (#"{"$timestamp":["0",0]}"#, "1970-01-01T00:00:00Z"),
    (#"{"$link":["Person",{"$int":"7"}]}"#, "Person 7"), (#"{"$binary":"00ff"}"#, "<2 bytes 00ff>"),
    (#"{"$oid":"65f100000000000000000001"}"#, "65f100000000000000000001"),
    (#"{"$list":[1,"a"]}"#, #"[1, "a"]"#), (#"{"$set":[1]}"#, "{1}"),
    (#"{"$embedded":{"t":null,"n":1}}"#, "{n: 1}"), (#""a\u001bb""#, #""a\u{1b}b""#),
    // What only looks like a value is shown as it is.
    (#"{"$int":"\u001b"}"#, #"{"$int": "\u{1b}"}"#),
    (#"{"$double":"xyz"}"#, #"{"$double": "xyz"}"#),
    (#"{"$timestamp":["0"]}"#, #"{"$timestamp": ["0"]}"#),
  ])
  func `values are shown for people`(json: String, words: String) throws {
    #expect(try JSONText(parsing: Array(json.utf8)).words(columns: 60) == words)
  }
}
