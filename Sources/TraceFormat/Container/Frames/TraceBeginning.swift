/// How the bytes of a trace begin.
extension TraceHeader {
  /// How many bytes tell whether there is a trace.
  package static let beginningSize = Frame.magicOffset + Frame.magic.count

  /// Whether bytes are the beginning of a trace, with its first frame undamaged.
  package static func isBeginning(_ bytes: [UInt8]) -> Bool {
    var reader = ByteReader(bytes.rawBytes)
    guard bytes.count >= beginningSize, (try? reader.read(UInt32.self)) == Frame.skippableMagic
    else { return false }
    return bytes[Frame.magicOffset...].starts(with: Frame.magic)
  }
}
