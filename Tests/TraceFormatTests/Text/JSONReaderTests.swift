import Testing
import TraceFormat

@Suite struct JSONReaderTests {
  private static let sample = #"{"a":{"deep":[1,{"x":"}]"},[]]}, "hex":"00fF","n":-7,"b":false}"#

  @Test func `Members are read in order and skipped ones give their range`() throws {
    let bytes = Array(Self.sample.utf8)
    var reader = JSONReader(bytes.rawBytes)
    try reader.enterObject()
    #expect(try reader.nextMember() == "a")
    let range = try reader.skipValue()
    #expect(String(decoding: bytes[range], as: UTF8.self) == #"{"deep":[1,{"x":"}]"},[]]}"#)
    #expect(try reader.nextMember() == "hex")
    #expect(try reader.readHexBytes() == [0x00, 0xFF])
    #expect(try reader.nextMember() == "n")
    #expect(try reader.readInteger(Int8.self) == -7)
    #expect(try reader.nextMember() == "b")
    #expect(try reader.readBool() == false)
    #expect(try reader.nextMember() == nil)
    try reader.finish()
  }

  @Test(arguments: 0..<JSONReaderTests.sample.utf8.count)
  func `Skipping text that is cut anywhere fails inside the text`(length: Int) {
    let bytes = Array(Self.sample.utf8.prefix(length))
    let failure = #expect(throws: DecodingFailure.self) {
      var reader = JSONReader(bytes.rawBytes)
      try reader.skipValue()
      try reader.finish()
    }
    #expect((failure?.offset ?? .max) <= length)
  }

  @Test func `Skipping is bounded by the limit on nesting`() throws {
    func nested(_ depth: Int) -> [UInt8] {
      Array((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
    }
    for (depth, isAccepted) in [
      (JSONReader.nestingDepthMax - 1, true), (JSONReader.nestingDepthMax, true),
      (JSONReader.nestingDepthMax + 1, false),
    ] {
      let bytes = nested(depth)
      var reader = JSONReader(bytes.rawBytes)
      let range = try? reader.skipValue()
      #expect((range != nil) == isAccepted, "depth \(depth)")
    }
  }

  @Test(arguments: ["256", "-1", "1.0", "1e2", "\"1\"", "true"])
  func `A number that is no integer of the asked type is refused`(text: String) {
    let bytes = Array(text.utf8)
    #expect(throws: DecodingFailure.self) {
      var reader = JSONReader(bytes.rawBytes)
      _ = try reader.readInteger(UInt8.self)
    }
  }
}
