import RealmModel
import TraceFormat

/// The device, as it merges what it downloads with what it has written (Realm Core:
/// `sync/noinst/client_history_impl.cpp`, `docs/merge.md`, "In a session").
struct ClientPeer: Sendable {
  private(set) var state: RealmState?
  private var history: ReciprocalHistory

  /// - Parameter fileIdent: the file's identifier; 0 where it is not known.
  init(_ state: RealmState?, fileIdent: UInt64) {
    self.state = state
    history = ReciprocalHistory(localFileIdent: fileIdent)
  }

  mutating func replaceState(by state: RealmState?) { self.state = state }

  /// Whether any transaction above a version may be concurrent to what arrives.
  func hasWritten(above version: UInt64) -> Bool {
    history.lastVersion.map { $0 > version } ?? false
  }

  /// The transactions above a version that merges have changed.
  func merged(above version: UInt64) -> [(entry: HistoryEntry, origins: InstructionOrigins)] {
    history.merged(above: version)
  }

  /// Takes a transaction of the device's own.
  ///
  /// - Parameter isInState: whether the state has it already.
  /// - Returns: why it does not fit the state, if it does not; it counts as written all the same.
  mutating func write(_ entry: HistoryEntry, isInState: Bool = false) -> ApplyFailure? {
    // No client has versions that fall; such a transaction is never merged with anything.
    if entry.version >= history.lastVersion ?? 0 { history.append(entry) }
    return isInState ? nil : state?.applyIfItFits(entry.changeset)
  }

  /// Merges what arrived with what the device has written, and applies it. A changeset that contradicts or
  /// does not fit is left out: a client would give up there, and then the trace shows nothing that builds on it.
  mutating func integrate(_ incoming: [HistoryEntry]) -> IntegratedChanges {
    do throws(MergeFailure) {
      var integrated = try history.integrate(incoming)
      for entry in integrated.changesets {
        guard let failure = state?.applyIfItFits(entry.changeset) else { continue }
        integrated.failures.append(.misfit(failure))
      }
      return integrated
    } catch {
      guard incoming.count > 1 else { return IntegratedChanges(failures: [.merge(error)]) }
    }
    return incoming.reduce(into: IntegratedChanges()) { all, entry in
      let one = integrate([entry])
      all.changesets += one.changesets
      all.mergedAway += one.mergedAway
      all.changesOurs = all.changesOurs || one.changesOurs
      all.failures += one.failures
    }
  }

  /// Whether one form of a change leads to another state, or leaves other transactions, than another form.
  func comes(of change: HistoryEntry, toOtherThan other: HistoryEntry) -> Bool {
    var (first, second) = (self, self)
    _ = first.integrate([change])
    _ = second.integrate([other])
    let texts = { (peer: ClientPeer) in peer.history.entries.map { $0.changeset.encoded() } }
    guard texts(first) == texts(second) else { return true }
    return second.state.map { first.state?.isEqual(to: $0) == false } ?? false
  }

  /// Forgets the transactions up to a version that the server had integrated before all that will arrive.
  mutating func forget(through version: UInt64) { history.trim(through: version) }
}
