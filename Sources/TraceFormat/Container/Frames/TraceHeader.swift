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
      (self.name, self.value) = (name, value)
    }
  }

  /// Extensions without which the records cannot be understood. Version 1.0 has none, so a reader
  /// refuses a trace that names one.
  public var requiredFeatures: [String]
  /// In the writer's order; the same name may occur more than once.
  public var metadata: [Metadata]

  /// A header of these parts.
  public init(requiredFeatures: [String] = [], metadata: [Metadata] = []) {
    (self.requiredFeatures, self.metadata) = (requiredFeatures, metadata)
  }

  /// The first value noted under a name.
  public subscript(name: String) -> String? {
    metadata.first { $0.name.hasSameBytes(as: name) }?.value
  }

  static let knownFeatures: Set<String> = []

  func checkFeatures(at offset: Int) throws(DecodingFailure) {
    for feature in requiredFeatures where !Self.knownFeatures.contains(feature) {
      throw DecodingFailure(.unsupported("required feature `\(feature)`"), at: offset)
    }
  }
}

extension TraceHeader: RecordLayout {
  static var blank: TraceHeader { TraceHeader() }

  mutating func visitFields<V: RecordVisitor & ~Escapable>(_ visitor: inout V) throws(V.Failure) {
    try visitor.list(&requiredFeatures, "required features", elementSizeMin: 4)
    try visitor.list(&metadata, "metadata", elementSizeMin: 8)
  }
}

extension TraceHeader.Metadata: RecordLayout {
  static var blank: Self { Self("", "") }

  mutating func visitFields<V: RecordVisitor & ~Escapable>(_ visitor: inout V) throws(V.Failure) {
    try visitor.text(&name, nil)
    try visitor.text(&value, .metadata)
  }
}

/// A required feature.
extension String: RecordLayout {
  static var blank: String { "" }

  mutating func visitFields<V: RecordVisitor & ~Escapable>(_ visitor: inout V) throws(V.Failure) {
    try visitor.text(&self, nil)
  }
}
