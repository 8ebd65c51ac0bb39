import Recorder
import TraceFormat

// How faults damage a message, or what another fault has left of it.
extension WireArrival {
  /// The first bytes of a message, so many that it cannot be understood: the numbers choose where it ends.
  func truncated(
    _ bytes: [UInt8], _ numbers: inout some RandomNumberGenerator
  ) throws(WireRefusal) -> [UInt8] {
    guard !bytes.isEmpty else { throw .emptyMessage }
    var size = Int.random(in: 0..<bytes.count, using: &numbers)
    // An uncompressed DOWNLOAD that ends with an entry is one, with fewer entries.
    while size > 0, read(Array(bytes[..<size])) != nil { size -= 1 }
    return Array(bytes[..<size])
  }

  /// A message whose type is not a word: the numbers choose the letter that is spoilt.
  func withoutType(
    _ bytes: [UInt8], _ numbers: inout some RandomNumberGenerator
  ) throws(WireRefusal) -> [UInt8] {
    guard !bytes.isEmpty else { throw .emptyMessage }
    let size = bytes.firstIndex { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }
    var bytes = bytes
    bytes[Int.random(in: 0..<max(1, size ?? bytes.count), using: &numbers)] ^= 0x80
    return bytes
  }

  /// A message with a changeset that cannot be read, and the version of that changeset: the numbers
  /// choose which. A body that was compressed is not any more.
  func withBadChangeset(
    _ bytes: [UInt8], _ numbers: inout some RandomNumberGenerator
  ) throws(WireRefusal) -> (bytes: [UInt8], version: UInt64) {
    guard let message = read(bytes) else { throw .noChangeset }
    let candidates = message.changesets.indices.filter { !message.changesets[$0].changeset.isEmpty }
    guard let chosen = candidates.randomElement(using: &numbers) else { throw .noChangeset }
    let version = message.changesets[chosen].version
    let spoilt = message.changesets[chosen].changeset.withBadFirstInstruction
    return (try encoded(message.replacingChangeset(at: chosen, by: spoilt)), version)
  }

  private func read(_ bytes: [UInt8]) -> ProtocolMessage? {
    UnderstoodMessage(bytes, sender, syncKind).understood
  }

  private func encoded(_ message: ProtocolMessage) throws(WireRefusal) -> [UInt8] {
    do throws(MessageEncodingFailure) {
      return try WireMessage(encoding: message, direction: sender, syncKind: syncKind).wireBytes
    } catch {
      // What was read can be written.
      throw .noChangeset
    }
  }
}

extension ProtocolMessage {
  /// The message with other bytes for one of its changesets, not compressed.
  fileprivate func replacingChangeset(at index: Int, by changeset: [UInt8]) -> ProtocolMessage {
    switch self {
    case .upload(var upload):
      upload.entries[index].changeset = changeset
      let message = ProtocolMessage.upload(upload)
      return upload.bodySize.isCompressed ? message.withFittingBodySize : message
    case .download(var download):
      download.entries[index].changeset = changeset
      let message = ProtocolMessage.download(download)
      return download.bodySize.isCompressed ? message.withFittingBodySize : message
    default: return self
    }
  }
}

extension [UInt8] {
  /// A changeset whose first instruction is one that Realm does not have (`docs/changesets.md`).
  fileprivate var withBadFirstInstruction: [UInt8] { [0x3E] + dropFirst() }
}
