public import TraceFormat

/// One merge of concurrent changesets that Realm Core performed: a line of the conformance vectors.
public struct MergeVector: Hashable, Sendable {
  /// A changeset with its place in the histories.
  public struct Entry: Hashable, Sendable {
    /// The version that it made on the peer that sends it.
    public var version: UInt64
    /// The last version of the other peer that the sender had integrated.
    public var lastIntegratedRemoteVersion: UInt64
    /// Milliseconds since the start of 2015 (UTC).
    public var originTimestamp: UInt64
    /// The file that wrote it.
    public var originFileIdent: UInt64
    /// The changeset, encoded as `docs/changesets.md` describes; empty if nothing is left of it.
    public var changeset: [UInt8]
  }

  /// What Realm Core did.
  public enum Expectation: Hashable, Sendable {
    /// The two histories after the merge.
    case merged(ours: [Entry], theirs: [Entry])
    /// Its message, in place of a merge.
    case failed(String)
  }

  /// The name of the vector, unique in its file.
  public var name: String
  /// The file that merged.
  public var localFileIdent: UInt64
  /// Its own changesets.
  public var ours: [Entry]
  /// The incoming ones.
  public var theirs: [Entry]
  /// What came of it.
  public var expectation: Expectation
}

extension MergeVector {
  /// Whether a line of a vector file is a merge rather than a reset: only merges have `theirs`, and only resets `mode`.
  ///
  /// A line that is not a JSON object is none.
  public static func isOne(_ line: [UInt8]) -> Bool {
    var reader = JSONReader(line.rawBytes)
    do throws(DecodingFailure) {
      try reader.enterObject()
      while let member = try reader.nextMember() {
        switch member {
        case "theirs": return true
        // Resets can be large, and have it at their beginning.
        case "mode": return false
        default: try reader.skipValue()
        }
      }
    } catch {
      return false
    }
    return false
  }

  /// Reads a line of a vector file, without its line feed. Members of other names are passed over.
  ///
  /// - Throws: where the line is not JSON, lacks a member, or has a value of another kind.
  /// - Complexity: O(*n*) for a line of *n* bytes.
  public init(parsing line: [UInt8]) throws(DecodingFailure) {
    var fields = MergeFields()
    var reader = JSONReader(line.rawBytes)
    try reader.enterObject()
    while let member = try reader.nextMember() {
      do {
        try fields.read(member, &reader)
      } catch {
        throw error.inside("`\(member)`")
      }
    }
    try reader.finish()
    self = try fields.vector(at: line.count)
  }
}

/// The members of a line as they come, in whatever order.
private struct MergeFields {
  var name: String?
  var localFileIdent: UInt64?
  var ours: [MergeVector.Entry]?
  var theirs: [MergeVector.Entry]?
  var oursAfter: [MergeVector.Entry]?
  var theirsAfter: [MergeVector.Entry]?
  var error: String?

  mutating func read(_ member: String, _ reader: inout JSONReader) throws(DecodingFailure) {
    switch member {
    case "name": name = try reader.readString()
    case "localFileIdent": localFileIdent = try reader.readInteger()
    case "ours": ours = try reader.readEntries()
    case "theirs": theirs = try reader.readEntries()
    case "oursAfter": oursAfter = try reader.readEntries()
    case "theirsAfter": theirsAfter = try reader.readEntries()
    case "error": error = try reader.readString()
    default: try reader.skipValue()
    }
  }

  func vector(at end: Int) throws(DecodingFailure) -> MergeVector {
    MergeVector(
      name: try required(name, "name", end),
      localFileIdent: try required(localFileIdent, "localFileIdent", end),
      ours: try required(ours, "ours", end), theirs: try required(theirs, "theirs", end),
      expectation: try expectation(at: end))
  }

  private func expectation(at end: Int) throws(DecodingFailure) -> MergeVector.Expectation {
    if let error { return .failed(error) }
    return .merged(
      ours: try required(oursAfter, "oursAfter", end),
      theirs: try required(theirsAfter, "theirsAfter", end))
  }
}

extension JSONReader {
  fileprivate mutating func readEntries() throws(DecodingFailure) -> [MergeVector.Entry] {
    var entries: [MergeVector.Entry] = []
    try enterArray()
    while try nextElement() { entries.append(try readEntry()) }
    return entries
  }

  private mutating func readEntry() throws(DecodingFailure) -> MergeVector.Entry {
    var numbers: [String: UInt64] = [:]
    var changeset: [UInt8]?
    try enterObject()
    while let member = try nextMember() {
      switch member {
      case "version", "lastIntegratedRemoteVersion", "originTimestamp", "originFileIdent":
        numbers[member] = try readInteger()
      case "changeset": changeset = try readHexBytes()
      default: try skipValue()
      }
    }
    let end = position
    let number = { (name: String) throws(DecodingFailure) in
      try required(numbers[name], name, end)
    }
    return MergeVector.Entry(
      version: try number("version"),
      lastIntegratedRemoteVersion: try number("lastIntegratedRemoteVersion"),
      originTimestamp: try number("originTimestamp"),
      originFileIdent: try number("originFileIdent"),
      changeset: try required(changeset, "changeset", end))
  }
}
