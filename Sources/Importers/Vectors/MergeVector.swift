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
    self.init(
      name: "", localFileIdent: 0, ours: [], theirs: [], expectation: .merged(ours: [], theirs: []))
    var oursAfter: [Entry]?
    var theirsAfter: [Entry]?
    var error: String?
    var reader = JSONReader(line.rawBytes)
    try reader.readVector(requiring: ["name", "localFileIdent", "ours", "theirs"]) {
      member, reader throws(DecodingFailure) in
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
    if let error {
      expectation = .failed(error)
      return
    }
    guard let oursAfter else { throw .missing("oursAfter", at: line.count) }
    guard let theirsAfter else { throw .missing("theirsAfter", at: line.count) }
    expectation = .merged(ours: oursAfter, theirs: theirsAfter)
  }
}

extension JSONReader {
  fileprivate mutating func readEntries() throws(DecodingFailure) -> [MergeVector.Entry] {
    try readElements { reader throws(DecodingFailure) in
      var entry = MergeVector.Entry(
        version: 0, lastIntegratedRemoteVersion: 0, originTimestamp: 0, originFileIdent: 0,
        changeset: [])
      try reader.readMembers(
        requiring: [
          "version", "lastIntegratedRemoteVersion", "originTimestamp", "originFileIdent",
          "changeset",
        ]
      ) { member, reader throws(DecodingFailure) in
        switch member {
        case "version": entry.version = try reader.readInteger()
        case "lastIntegratedRemoteVersion":
          entry.lastIntegratedRemoteVersion = try reader.readInteger()
        case "originTimestamp": entry.originTimestamp = try reader.readInteger()
        case "originFileIdent": entry.originFileIdent = try reader.readInteger()
        case "changeset": entry.changeset = try reader.readHexBytes()
        default: try reader.skipValue()
        }
      }
      return entry
    }
  }
}
