import Foundation
import TraceFormat

/// A changeset that Realm Core wrote.
public struct RecordedChangeset: Hashable, Sendable {
  /// Where it stands, such as `fuzz-11-discard-2 unsynced 0`.
  public var name: String
  public var bytes: [UInt8]
  /// Whether the recorder wrote it during a transaction, rather than the encoder after a merge.
  public var isAsRecorded: Bool
}

extension Vectors {
  /// Recorded inside Realm Core's merge, where changesets have been encoded anew already.
  private static let mergedFile = "merge-transform.ndjson.zst"

  /// All different changesets of a vector file, in order of their first appearance.
  public static func changesets(of file: String) throws -> [RecordedChangeset] {
    var seen: Set<String> = []
    var changesets: [RecordedChangeset] = []
    for line in try lines(of: file) {
      let vector = try JSONDecoder().decode(ChangesetsOfVector.self, from: Data(line))
      for part in vector.parts {
        for (index, digits) in part.changesets.enumerated() where seen.insert(digits).inserted {
          guard let bytes = Hex.decode(digits) else { throw CocoaError(.fileReadCorruptFile) }
          changesets.append(
            RecordedChangeset(
              name: "\(vector.name) \(part.name) \(index)", bytes: bytes,
              isAsRecorded: part.isAsRecorded && file != mergedFile))
        }
      }
    }
    return changesets
  }
}

/// The changesets of one line, whichever kind of vector it is.
private struct ChangesetsOfVector: Decodable {
  struct Versioned: Decodable {
    var changeset: String
  }

  struct Expectation: Decodable {
    var reupload: [Versioned]?
  }

  struct Part {
    var name: String
    var changesets: [String]
    var isAsRecorded = true
  }

  var name: String
  var local: [String]?
  var fresh: [String]?
  var base: [String]?
  var serverChanges: [String]?
  var unsynced: [Versioned]?
  var expect: Expectation?
  var theirs: [Versioned]?
  var ours: [Versioned]?
  var theirsAfter: [Versioned]?
  var oursAfter: [Versioned]?

  var parts: [Part] {
    [
      Part(name: "local", changesets: local ?? []),
      Part(name: "fresh", changesets: fresh ?? []),
      Part(name: "base", changesets: base ?? []),
      Part(name: "serverChanges", changesets: serverChanges ?? []),
      Part(name: "unsynced", changesets: texts(unsynced)),
      Part(name: "reupload", changesets: texts(expect?.reupload)),
      Part(name: "theirs", changesets: texts(theirs)),
      Part(name: "ours", changesets: texts(ours)),
      Part(name: "theirsAfter", changesets: texts(theirsAfter), isAsRecorded: false),
      Part(name: "oursAfter", changesets: texts(oursAfter), isAsRecorded: false),
    ]
  }

  private func texts(_ changesets: [Versioned]?) -> [String] {
    (changesets ?? []).map(\.changeset)
  }
}
