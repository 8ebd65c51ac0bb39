import RealmModel
import TraceFormat

/// The server, as it merges what one client uploads with what others have written, as far as that client's
/// messages show it (Realm Core: `sync/noinst/server/server_history.cpp`, `docs/merge.md`, "In a session").
///
/// What a client downloads is as the server has stored it. Where among that its own uploads stand, each
/// downloaded changeset tells by the last client version that the server had integrated before.
struct ServerPeer: Sendable {
  /// What it has stored, up to the last change whose place is known.
  private(set) var state: RealmState
  /// What others have written, in the form in which the client's uploads are merged with it.
  private var others: ReciprocalHistory
  /// Uploads that the server took in silence, as changes of others that are recorded without them are merged with
  /// them; only faults make such.
  private var silent = ReciprocalHistory(localFileIdent: Self.fileIdent)
  /// Uploads of the client that have no place yet, by version.
  private var waiting: [HistoryEntry] = []
  private var failures: [IntegrationFailure] = []

  static let fileIdent: UInt64 = 1

  init(_ state: RealmState = RealmState()) {
    self.state = state
    others = ReciprocalHistory(localFileIdent: Self.fileIdent)
  }

  /// Takes an upload, which will have its place among the changes of others later.
  ///
  /// - Parameter upload: its `lastIntegratedRemoteVersion` is the last server version that the client had
  ///   integrated before it.
  mutating func receive(_ upload: HistoryEntry) {
    let index = waiting.lastIndex { $0.version <= upload.version }
    waiting.insert(upload, at: index.map { $0 + 1 } ?? 0)
  }

  /// Takes a change of another client, as the server has stored it.
  ///
  /// - Parameters:
  ///   - change: its `lastIntegratedRemoteVersion` is the last client version that the server had integrated
  ///     before it.
  ///   - givingState: false if ``agree(on:)`` will give the state with it.
  /// - Returns: what the server has stored; something else than it is recorded as only beside ``integrateNow(_:)``.
  @discardableResult
  mutating func take(_ change: HistoryEntry, givingState: Bool = true) -> Changeset {
    place(through: change.lastIntegratedRemoteVersion)
    var change = change
    do throws(MergeFailure) {
      for merged in try silent.integrate([change]).changesets {
        change.changeset = merged.changeset
      }
    } catch {
      failures.append(.merge(error))
    }
    if change.version >= others.lastVersion ?? 0 { others.append(change) }
    store(change, givingState: givingState)
    return change.changeset
  }

  /// Takes uploads of some versions at once and in silence. What others wrote and is recorded without them comes
  /// after them, merged with them.
  ///
  /// - Returns: what the server has stored.
  mutating func integrateNow(_ versions: Set<UInt64>) -> [HistoryEntry] {
    let uploads = waiting.filter { versions.contains($0.version) }
    waiting.removeAll { versions.contains($0.version) }
    return uploads.compactMap { upload in
      guard let stored = integrate(upload) else { return nil }
      if stored.version >= silent.lastVersion ?? 0 { silent.append(stored) }
      return stored
    }
  }

  /// Takes all uploads up to a version so.
  @discardableResult
  mutating func integrateNow(through version: UInt64) -> [HistoryEntry] {
    integrateNow(Set(waiting.map(\.version).filter { $0 <= version }))
  }

  /// The uploads that the server took in silence, as they are to be applied to what it has without them.
  var silentlyIntegrated: [Changeset] { silent.entries.map(\.changeset) }

  /// Takes a state that has come about in the same order.
  mutating func agree(on state: RealmState) { self.state = state }

  /// The last version of what others have written.
  var lastVersionOfOthers: UInt64 { others.lastVersion ?? 0 }

  /// Whether no merge has failed since it was asked last why.
  var mergesAll: Bool {
    !failures.contains { if case .merge = $0 { true } else { false } }
  }

  /// Why changes were left out since it was asked last.
  mutating func takeFailures() -> [IntegrationFailure] {
    defer { failures = [] }
    return failures
  }

  /// Gives the uploads up to a version the next place: what comes after them was stored after them.
  ///
  /// - Returns: what the server has stored, under the client's own versions.
  @discardableResult
  mutating func place(through version: UInt64) -> [HistoryEntry] {
    let due = Array(waiting.prefix { $0.version <= version })
    waiting.removeFirst(due.count)
    return due.compactMap { integrate($0) }
  }

  /// The state with the uploads up to a version, which the server has taken; those without a place yet come last.
  func state(withUploadsThrough version: UInt64) -> RealmState {
    guard let first = waiting.first, first.version <= version else { return state }
    var server = self
    server.place(through: version)
    return server.state
  }

  /// Forgets what every upload to come is known to have been written on.
  mutating func forget(through version: UInt64) {
    let needed = waiting.map(\.lastIntegratedRemoteVersion).min() ?? version
    others.trim(through: min(version, needed))
  }

  private mutating func integrate(_ upload: HistoryEntry) -> HistoryEntry? {
    do throws(MergeFailure) {
      guard let merged = try others.integrate([upload]).changesets.first else { return nil }
      var change = upload
      change.changeset = merged.changeset
      store(change)
      return change
    } catch {
      failures.append(.merge(error))
      return nil
    }
  }

  private mutating func store(_ change: HistoryEntry, givingState: Bool = true) {
    if givingState, let failure = state.applyIfItFits(change.changeset) {
      failures.append(.misfit(failure))
    }
  }
}
