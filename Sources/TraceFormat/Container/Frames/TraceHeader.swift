/// What a trace says about itself at its start.
public struct TraceHeader: Hashable, Sendable {
  /// One thing a recorder notes about a trace, such as `source` = `capture`.
  public struct Metadata: Codable, Hashable, Sendable {
    /// What is noted.
    public var name: String
    /// What it is.
    public var value: String

    /// A note of a recorder.
    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// Extensions without which the records cannot be understood. Version 1.0 has none, so a reader
  /// refuses a trace that names one.
  public var requiredFeatures: [String]
  /// In the writer's order; the same name may occur more than once.
  public var metadata: [Metadata]

  /// A header of these parts.
  public init(requiredFeatures: [String] = [], metadata: [Metadata] = []) {
    self.requiredFeatures = requiredFeatures
    self.metadata = metadata
  }

  /// The first value noted under a name.
  public subscript(name: String) -> String? {
    metadata.first { $0.name.hasSameBytes(as: name) }?.value
  }
}

extension TraceHeader {
  /// The features that this build understands.
  static let knownFeatures: Set<String> = []

  func encode(into bytes: inout [UInt8]) {
    bytes.append(littleEndian: UInt32(requiredFeatures.count))
    for feature in requiredFeatures { bytes.append(field: feature) }
    Self.encode(metadata, into: &bytes)
  }

  static func encode(_ metadata: [Metadata], into bytes: inout [UInt8]) {
    bytes.append(littleEndian: UInt32(metadata.count))
    for entry in metadata {
      bytes.append(field: entry.name)
      bytes.append(field: entry.value)
    }
  }

  init(decoding reader: inout ByteReader) throws(DecodingFailure) {
    self.init()
    for _ in 0..<(try reader.readCount("required features", elementSizeMin: 4)) {
      requiredFeatures.append(try reader.readString())
    }
    metadata = try Self.decodeMetadata(&reader)
  }

  static func decodeMetadata(
    _ reader: inout ByteReader
  ) throws(DecodingFailure) -> [Metadata] {
    var metadata: [Metadata] = []
    for _ in 0..<(try reader.readCount("metadata", elementSizeMin: 8)) {
      metadata.append(Metadata(try reader.readString(), try reader.readString()))
    }
    return metadata
  }

  /// Refuses what this build does not know, by name.
  func checkFeatures(at offset: Int) throws(DecodingFailure) {
    for feature in requiredFeatures where !Self.knownFeatures.contains(feature) {
      throw DecodingFailure(.unsupported("required feature `\(feature)`"), at: offset)
    }
  }
}
