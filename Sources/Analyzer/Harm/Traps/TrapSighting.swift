/// The name of a trap: a heading of `docs/traps.md`.
public struct TrapIdentifier: RawRepresentable, Hashable, Sendable {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public init(_ rawValue: String) { self.rawValue = rawValue }
}

/// A way of losing data that is built into Realm Core's client reset, seen at work in a session.
public struct TrapSighting: Hashable, Sendable {
  public var trap: TrapIdentifier
  /// Where it was seen; nil for traps about the reset as a whole.
  public var address: WriteAddress?
  /// The writes that ran into it, as indexes in ``Report/writes``.
  public var writes: [Int]
  /// What it did here, in one sentence without a final period.
  public var text: String

  public init(
    trap: TrapIdentifier, address: WriteAddress? = nil, writes: [Int] = [], text: String
  ) {
    self.trap = trap
    self.address = address
    self.writes = writes
    self.text = text
  }
}
