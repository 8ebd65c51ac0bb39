import TestSupport
import Testing
import TraceFormat

@Suite struct ProtocolRobustnessTests {
  private func message(_ bytes: [UInt8], like sample: SampleMessage) -> WireMessage {
    let headSize = bytes.firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? bytes.count
    return WireMessage(
      direction: sample.direction, connection: "c1", syncKind: sample.syncKind,
      head: Array(bytes[..<headSize]), body: Array(bytes[headSize...]))
  }

  @Test(arguments: SampleMessage.all)
  func `A message that is cut anywhere is refused, or is one of fewer entries`(
    sample: SampleMessage
  ) throws {
    let bytes = Array(sample.text.utf8)
    let whole = try sample.message.parsed()
    for length in 0..<bytes.count {
      let cut = message(Array(bytes[..<length]), like: sample)
      switch Result(catching: { try cut.parsed() }) {
      case .success(let meaning):
        // Only an uncompressed download is as long as its bytes say.
        #expect(meaning.kind == .download && meaning.changesets.count < whole.changesets.count)
      case .failure(let failure):
        #expect((failure as? DecodingFailure)?.offset ?? .max <= length, "cut at \(length)")
      }
      _ = SyncKindEvidence(cut)
    }
  }

  @Test(arguments: SampleMessage.all)
  func `A message with any bit flipped is read or refused, and printed again`(
    sample: SampleMessage
  ) throws {
    let bytes = Array(sample.text.utf8)
    var differentCount = 0
    let whole = try sample.message.parsed()
    for bit in 0..<bytes.count * 8 {
      var flipped = bytes
      flipped[bit / 8] ^= 1 << (bit % 8)
      let message = message(flipped, like: sample)
      #expect(message.wireBytes == flipped)
      switch Result(catching: { try message.parsed() }) {
      case .success(let meaning):
        if meaning != whole { differentCount += 1 }
        _ = (meaning.text, meaning.json(), SyncError(meaning))
      case .failure(let failure):
        differentCount += 1
        #expect((failure as? DecodingFailure)?.offset ?? .max <= bytes.count, "bit \(bit)")
      }
      _ = (SyncKindEvidence(message), message.headSessionIdent, message.announcedBodySize)
    }
    // Only flags and the size fields of an uncompressed download may change without a difference.
    #expect(differentCount > bytes.count * 6)
  }
}
