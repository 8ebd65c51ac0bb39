import TestSupport
import Testing

@testable import TraceFormat

/// JSON that is made as it is written has the bytes of JSON that was made before.
@Suite struct JSONOutlineTests {
  private static var outline: JSONOutline {
    JSONOutline.members(
      JSONOutline.made(["name": .string("a\"b"), "nothing": nil, "flag": .bool(true)])
        + [
          .init(
            "long", .elements(count: 3) { .members(["at": .integer($0), "list": .array([.null])]) }
          ),
          .init("none", .elements(count: 0) { _ in .null }),
          .init(
            "several",
            .array([.members([]), .made(.array([])), .elements(count: 1) { .integer($0) }])
          ),
        ])
  }

  @Test(arguments: [JSONText.Layout.compact, .indented, .spaced])
  func `written piece by piece and whole it is the same text`(_ layout: JSONText.Layout) throws {
    let sink = MemorySink()
    try Self.outline.write(to: sink, layout: layout)
    #expect(String(decoding: sink.bytes, as: UTF8.self) == Self.outline.whole.text(layout))
  }

  @Test func `the whole has every member in order`() throws {
    #expect(
      Self.outline.whole.text() == #"{"name":"a\"b","flag":true,"#
        + #""long":[{"at":0,"list":[null]},{"at":1,"list":[null]},{"at":2,"list":[null]}],"#
        + #""none":[],"several":[{},[],[0]]}"#)
  }

  @Test func `values can be replaced as they are written`() {
    let outline = Self.outline.mapping { $0 == .integer(0) ? .string("\u{e9}") : $0 }
    #expect(String(decoding: outline.bytes(), as: UTF8.self) == outline.whole.text())
    #expect(outline.whole.text().hasSuffix("[{},[],[\"\u{e9}\"]]}"))
    #expect(outline.elementCount(of: "long") == 3)
    #expect(outline.elementCount(of: "flag") == nil)
  }

  @Test func `outlines are equal where the wholes are`() {
    let outline = Self.outline
    #expect(outline.isEqual(to: outline) && outline.isEqual(to: .made(outline.whole)))
    for number in 0..<3 {
      let other = outline.mapping {
        $0 == .members(["at": .integer(number), "list": .array([.null])]) ? .null : $0
      }
      #expect(!outline.isEqual(to: other))
    }
    let list = { (name: String, count: Int) in
      JSONOutline.members([.init(name, .elements(count: count) { .integer($0) })])
    }
    #expect(list("\u{e9}", 2).isEqual(to: list("\u{e9}", 2)))
    #expect(!list("\u{e9}", 2).isEqual(to: list("\u{e9}", 3)))
    #expect(!list("\u{e9}", 2).isEqual(to: list("e\u{301}", 2)))
  }

  @Test func `deep nesting is indented no further than one can read`() throws {
    var value = JSONText.integer(1)
    for _ in 0..<100 { value = .members(["a": .array([value])]) }
    let text = value.text(.indented)
    #expect(text.utf8.count < 4_000)
    #expect(try JSONText(parsing: Array(text.utf8)) == value)
  }

  @Test(arguments: [1, 255, 256, 257, 2_100])
  func `elements made side by side stand in their order`(count: Int) throws {
    // Each maker knows what it made before, which must not show.
    let outline = JSONOutline.members([
      .init(
        "list",
        .list(count: count) {
          var last: JSONText?
          return { index in
            let element =
              index % 3 == 0 ? last ?? JSONText.string("same") : .members(["at": .integer(index)])
            last = index % 3 == 0 ? element : nil
            return element
          }
        }
      ), .init("end", .made(.bool(true))),
    ])
    for layout in [JSONText.Layout.compact, .indented] {
      let sink = MemorySink()
      try outline.write(to: sink, layout: layout, width: 2)
      #expect(String(decoding: sink.bytes, as: UTF8.self) == outline.whole.text(layout))
    }
  }

  @Test func `large elements are not all held at once where they are made side by side`() throws {
    let element = JSONText.string(String(repeating: "x", count: 5_000))
    let sink = SizeSink()
    try JSONOutline.elements(count: 600) { _ in element }.write(to: sink, width: 2)
    #expect(sink.byteCount == 600 * 5_003 + 1)
    #expect(sink.largestByteCount < OutlineStretches.byteCountMax + 80_000)
  }

  /// How much a sink is given, in all and at once.
  private final class SizeSink: ByteSink {
    private(set) var byteCount = 0
    private(set) var largestByteCount = 0
    func write(_ bytes: [UInt8]) throws {
      byteCount += bytes.count
      largestByteCount = max(largestByteCount, bytes.count)
    }
    func synchronize() throws {}
  }

  @Test func `a long list is never held whole`() throws {
    let element = JSONText.string(String(repeating: "x", count: 1_000))
    let sink = SizeSink()
    try JSONOutline.elements(count: 2_000) { _ in element }.write(to: sink)
    #expect(sink.byteCount == 2_000 * 1_003 + 1)
    #expect(sink.largestByteCount < 70_000)
  }
}
