import TraceFormat

/// Any head and body are a message that can be written, or are refused.
///
/// The first byte of an input says who sent the message and how it was kept, the rest is the message.
enum MessageCheck {
  static func check(_ bytes: [UInt8]) throws(FuzzFinding) {
    guard let message = message(bytes) else { return }
    try FuzzFinding.require(
      message.wireBytes.elementsEqual(bytes.dropFirst()), "a message is printed as it came")
    _ = (SyncKindEvidence(message), message.headSessionIdent, message.announcedBodySize)
    guard let meaning = try? message.parsed() else { return }
    _ = (meaning.text, SyncError(meaning))
    let json = Array(meaning.json().text().utf8)
    _ = try FuzzFinding.expect("a message's JSON is JSON") { try JSONText(parsing: json) }
    // Not all that a lenient reader takes can be said in the words of a strict writer.
    guard
      let written = try? WireMessage(
        encoding: meaning, direction: message.direction, syncKind: message.syncKind)
    else { return }
    let again = try FuzzFinding.expect("what was written is read") { try written.parsed() }
    try FuzzFinding.require(again == meaning, "writing and reading keeps the meaning")
  }

  private static func message(_ bytes: [UInt8]) -> WireMessage? {
    guard let form = bytes.first else { return nil }
    let rest = bytes.dropFirst()
    let headEnd = rest.firstIndex(of: 0x0A).map { $0 + 1 } ?? rest.endIndex
    return WireMessage(
      direction: form & 1 == 0 ? .clientToServer : .serverToClient, connection: "",
      syncKind: form & 2 == 0 ? .partition : .flexible, head: Array(rest[..<headEnd]),
      body: Array(rest[headEnd...]),
      bodyForm: [.asSent, .inflated, .notInflatable, .asSent][Int(form >> 2 & 3)])
  }
}
