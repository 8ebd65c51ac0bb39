import RealmModel
import TraceFormat

/// How far the two sides of a captured session have got: what was uploaded and acknowledged, and the
/// state that both have.
///
/// That state is what was downloaded and what was uploaded and acknowledged, in the order of the
/// wire. What waits for its acknowledgement may stand before what was downloaded since, so all from
/// there on is kept and applied anew when the acknowledgement comes.
struct WireProgress {
  /// What both sides have.
  private(set) var shared = RealmState()
  /// The last client version that the server has acknowledged.
  private(set) var acknowledgedClientVersion: UInt64 = 0
  private var uploadedVersions: Set<UInt64> = []
  /// What both sides have up to the first upload that was not acknowledged.
  private var settled = RealmState()
  /// That upload and everything after it.
  private var open: [Entry] = []

  private struct Entry {
    /// For an upload, its client version.
    var version: UInt64?
    var changeset: Changeset
  }

  /// Whether changes of the server were downloaded that it had made without knowing of an upload.
  var isConcurrent = false

  /// Takes note of an upload; whether it is the first of that version.
  mutating func isFirstUpload(of version: UInt64) -> Bool {
    uploadedVersions.insert(version).inserted
  }

  /// Takes the next changeset of the wire; `client` has it applied already.
  mutating func add(_ changeset: Changeset, of version: UInt64?, _ client: RealmState?) {
    let isShared = isShared(version)
    if isShared, open.isEmpty { return agree(on: client) }
    open.append(Entry(version: version, changeset: changeset))
    if isShared { shared.applyIfItFits(changeset) }
  }

  /// Takes the server's word for how far it has got; whether that is news.
  mutating func acknowledge(_ version: UInt64, _ client: RealmState?) -> Bool {
    guard version > acknowledgedClientVersion else { return false }
    acknowledgedClientVersion = version
    settle(client)
    return true
  }

  private mutating func settle(_ client: RealmState?) {
    let count = open.firstIndex { !isShared($0.version) } ?? open.count
    guard count < open.count else {
      open = []
      return agree(on: client)
    }
    for entry in open.prefix(count) { settled.applyIfItFits(entry.changeset) }
    open.removeFirst(count)
    shared = settled
    for entry in open where isShared(entry.version) {
      shared.applyIfItFits(entry.changeset)
    }
  }

  /// Nothing waits, so both sides have what the client has.
  private mutating func agree(on client: RealmState?) {
    shared = client ?? RealmState()
    settled = shared
  }

  private func isShared(_ version: UInt64?) -> Bool {
    version.map { $0 <= acknowledgedClientVersion } ?? true
  }
}

extension RealmState {
  /// Applies a changeset unless it does not fit, and then leaves it out.
  ///
  /// What crossed the wire has been applied to the client's state before, and a gap tells of what did
  /// not fit there. The state that both sides have may lack what waits for its acknowledgement, so
  /// what builds on that does not fit yet; it is applied anew when the acknowledgement comes.
  mutating func applyIfItFits(_ changeset: Changeset) {
    do throws(ApplyFailure) {
      try apply(changeset)
    } catch {
      // Nothing of it was applied.
    }
  }
}
