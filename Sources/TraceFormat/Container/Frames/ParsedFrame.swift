enum ParsedFrame {
  case header(TraceHeader, digest: UInt64)
  case chunk(ChunkHeader)
  case index(TraceIndex)
  case trailer(TraceTrailer)
  /// A kind that a newer minor version has added.
  case other

  var traceDigest: UInt64? {
    switch self {
    case .header(_, let digest): digest
    case .chunk(let header): header.traceDigest
    case .index(let index): index.traceDigest
    case .trailer(let trailer): trailer.traceDigest
    case .other: nil
    }
  }

  /// Reads a whole frame. Bytes after the last known field of a body are a newer version's.
  init(_ prefix: FramePrefix, frame: RawSpan, at offset: Int) throws(DecodingFailure) {
    var body = try prefix.body(of: frame, at: offset)
    switch prefix.kind {
    case .header:
      let bodyBytes = frame.extracting(Frame.prefixSize..<frame.byteCount - 8)
      self = .header(try TraceHeader(decoding: &body), digest: XXH64.digest(bodyBytes))
    case .chunk: self = .chunk(try ChunkHeader(decoding: &body))
    case .index: self = .index(try TraceIndex(decoding: &body))
    case .trailer: self = .trailer(try TraceTrailer(decoding: &body))
    case nil: self = .other
    }
  }
}

extension SourceWindow {
  enum Next {
    case end
    case frame(ParsedFrame, size: Int)
    /// Not a sound frame. `kind` and `isCut` tell what it seems to be, as far as it can be read.
    case unsound(DecodingFailure, kind: Frame.Kind?, isCut: Bool)
  }

  /// Reads the frame at the current position without passing it.
  func nextFrame(sizeMax: Int = .max) throws -> Next {
    let position = Int(clamping: offset)
    guard try fill(Frame.prefixSize) else {
      guard available > 0 else { return .end }
      return .unsound(
        .truncated(needed: Frame.prefixSize, available: available, at: position), kind: nil,
        isCut: true)
    }
    let prefix: FramePrefix
    do throws(DecodingFailure) {
      prefix = try withBytes(Frame.prefixSize) { bytes throws(DecodingFailure) in
        var reader = ByteReader(bytes, base: position)
        return try FramePrefix(decoding: &reader)
      }
    } catch {
      return .unsound(error, kind: nil, isCut: false)
    }
    guard try prefix.frameSize <= sizeMax && fill(prefix.frameSize) else {
      return .unsound(
        .truncated(needed: prefix.frameSize, available: available, at: position),
        kind: prefix.kind, isCut: true)
    }
    do throws(DecodingFailure) {
      let frame = try withBytes(prefix.frameSize) { bytes throws(DecodingFailure) in
        try ParsedFrame(prefix, frame: bytes, at: position)
      }
      return .frame(frame, size: prefix.frameSize)
    } catch {
      return .unsound(error, kind: prefix.kind, isCut: false)
    }
  }

  /// Whether, `distance` bytes ahead, the source ends or something begins that looks like a frame.
  func isPlausibleEnd(at distance: Int) throws -> Bool {
    guard try fill(distance + Frame.prefixSize) else { return available == distance }
    return withBytes(Frame.prefixSize, from: distance) { bytes in
      var reader = ByteReader(bytes)
      return (try? FramePrefix(decoding: &reader)) != nil
    }
  }
}

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
