import Campaigns
import Testing
import TraceFormat

/// Traces on a stream, with their lengths before them.
@Suite struct FleetFramesTests {
  static func frame(_ name: String, _ bytes: [UInt8], announced: UInt64? = nil) -> [UInt8] {
    func number(_ value: UInt64, _ size: Int) -> [UInt8] {
      (0..<size).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * UInt64($0))) }
    }
    return number(UInt64(name.utf8.count), 4) + Array(name.utf8)
      + number(announced ?? UInt64(bytes.count), 8) + bytes
  }

  private static func names(_ stream: [UInt8], max: Int = 100) throws -> [String] {
    let frames = FleetFrames(MemorySource(stream, isSeekable: false), traceSizeMaxBytes: max)
    var names: [String] = []
    while let input = try frames.next() {
      switch input {
      case .bytes(let name, let bytes): names.append("\(name.readableText):\(bytes.count)")
      case .failed(let trace, let failure):
        names.append("\(trace.name.readableText):\(failure.kind)")
      case .file(let path): names.append(path)
      }
    }
    return names
  }

  @Test func `Frames are read one after the other`() throws {
    let stream = Self.frame("a", [1, 2, 3]) + Self.frame("", []) + Self.frame("ö", [4])
    #expect(try Self.names(stream) == ["a:3", ":0", "ö:1"])
    #expect(try Self.names([]) == [])
  }

  @Test func `A trace that is too large is passed over, and the next one is read`() throws {
    let stream = Self.frame("big", [UInt8](repeating: 0, count: 101)) + Self.frame("a", [1])
    #expect(try Self.names(stream) == ["big:tooLarge", "a:1"])
  }

  @Test func `A stream that is cut is said to be, wherever it is`() throws {
    let stream = Self.frame("name", [1, 2, 3])
    for length in 1..<stream.count {
      let failure = #expect(throws: FleetFrames.Failure.self) {
        try Self.names(Array(stream.prefix(length)))
      }
      #expect(failure?.description.hasPrefix("frame 1: the stream ends inside its ") == true)
    }
  }

  @Test func `Lengths that nothing follows take no memory`() throws {
    for announced in [UInt64.max, UInt64(Int64.max), 1 << 40] {
      #expect(throws: FleetFrames.Failure.self) {
        try Self.names(Self.frame("a", [1], announced: announced), max: .max)
      }
    }
    let longName: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF, 1]
    let failure = #expect(throws: FleetFrames.Failure.self) { try Self.names(longName) }
    #expect(failure?.description.contains("at most 65536 bytes") == true)
  }
}
