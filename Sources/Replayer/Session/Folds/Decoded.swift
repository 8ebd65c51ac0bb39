import RealmModel
import TraceFormat

/// Something recorded that carries a changeset, with the changeset decoded: once, when it is read.
struct Decoded<Recorded: Sendable>: Sendable {
  var recorded: Recorded
  /// What the changeset says, or why it can't be read.
  let contents: Result<Changeset, DecodingFailure>

  /// What the changeset says; nil where it can't be read.
  var changeset: Changeset? {
    switch contents {
    case .success(let changeset): changeset
    case .failure: nil
    }
  }

  init(_ recorded: Recorded, _ contents: Result<Changeset, DecodingFailure>) {
    self.recorded = recorded
    self.contents = contents
  }

}

extension Decoded where Recorded: ChangesetCarrier {
  init(_ recorded: Recorded, _ memory: inout MemoryBudget) {
    self.init(recorded, .decoding(recorded.changeset, &memory))
  }
}

/// What is recorded with an encoded changeset.
protocol ChangesetCarrier: Sendable {
  /// The encoded changeset.
  var changeset: [UInt8] { get }
}

extension LocalCommit: ChangesetCarrier {}
extension ServerCommit: ChangesetCarrier {}
extension Upload.Entry: ChangesetCarrier {}
extension Download.Entry: ChangesetCarrier {}
extension ResetObserved.Reupload: ChangesetCarrier {}

extension Result<Changeset, DecodingFailure> {
  /// Decodes a changeset that is kept; where there is no memory for it, the budget remembers that.
  static func decoding(_ bytes: [UInt8], _ memory: inout MemoryBudget) -> Self {
    do throws(DecodingFailure) {
      return .success(try Changeset(decoding: bytes, within: &memory))
    } catch {
      return .failure(error)
    }
  }
}

/// A recorded state, with its changesets decoded.
struct DecodedSnapshot: Sendable {
  let role: Snapshot.Role
  let origin: Snapshot.Origin
  var changesets: [Result<Changeset, DecodingFailure>]

  /// Changesets without instructions say nothing of a state, and millions of them cost nothing.
  init(_ snapshot: Snapshot, _ memory: inout MemoryBudget) {
    (role, origin) = (snapshot.role, snapshot.origin)
    changesets = []
    for bytes in snapshot.changesets where !bytes.isEmpty {
      changesets.append(.decoding(bytes, &memory))
    }
  }

  /// Its changesets.
  /// - Throws: why the first one that can't be read can't.
  func decoded() throws(DecodingFailure) -> [Changeset] {
    var decoded: [Changeset] = []
    for changeset in changesets { decoded.append(try changeset.get()) }
    return decoded
  }
}

/// A DOWNLOAD, with its changesets decoded.
struct DecodedDownload: Sendable {
  var entries: [Decoded<Download.Entry>]
  /// The last client version that the server says it has integrated.
  var uploadClientVersion: UInt64
  /// The last client version that is among what the client has integrated with it.
  var downloadClientVersion: UInt64
  var downloadServerVersion: UInt64
  let isFlexible: Bool

  init(_ download: Download, _ memory: inout MemoryBudget) {
    entries = download.entries.map { Decoded($0, &memory) }
    uploadClientVersion = download.uploadClientVersion
    downloadClientVersion = download.downloadClientVersion
    downloadServerVersion = download.downloadServerVersion
    isFlexible = if case .flexible = download.scope { true } else { false }
  }
}
