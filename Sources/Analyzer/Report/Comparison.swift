package import RealmModel
internal import Replayer
public import TraceFormat

/// The replay against what the device itself did.
public struct Comparison: Codable, Hashable, Sendable {
  /// What the device did: in which mode, for which action of the server's, and how it ended.
  public var mode: ResetMode
  /// What the server asked the device to do.
  public var action: ServerAction
  /// How the reset ended on the device.
  public var result: ResetEnding
  /// XXH64 of the device's canonical state afterwards, where it was recorded.
  public var stateDigest: UInt64?
  /// Whether the replay was of the same mode and action, so that the two must agree.
  public var isSameReset: Bool
  /// What the device uploaded again, where messages show it.
  public var upload: Upload?
  /// What differs; empty where the two agree as far as the trace shows.
  package var differences: [Difference] = []

  /// What the device uploaded again, as its messages show it.
  public struct Upload: Codable, Hashable, Sendable {
    /// How many transactions.
    public var transactionCount: Int
    /// How many instructions are in them.
    public var writeCount: Int
    /// Whether the trace shows all of them.
    public var isComplete: Bool
    /// The client versions of transactions that the trace shows only after the reset, which can't be compared.
    public var uncomparedVersions: [UInt64]
  }

  /// Whether the replay and the device agree; nil where that is not known, or they were of different resets.
  public var isAgreement: Bool? {
    guard isSameReset else { return nil }
    guard differences.isEmpty else { return false }
    return upload.map { $0.isComplete && $0.uncomparedVersions.isEmpty } ?? true ? true : nil
  }

  package enum Difference: Codable, Hashable, Sendable {
    case result(device: ResetEnding, replay: ResetEnding)
    case failure(device: ResetFailureClass, replay: ResetFailureClass?)
    /// The states afterwards, by where they first differ.
    case state(CanonicalDifference)
    /// The states' digests, where the device's state can't be built anew.
    case stateDigest(device: UInt64, replay: UInt64)
    /// The device uploaded a version again, and the replay does not.
    case notReuploaded(clientVersion: UInt64)
    /// The replay uploads a version again, and the device did not.
    case onlyReplayed(clientVersion: UInt64)
    case reupload(clientVersion: UInt64, deviceSize: Int, replaySize: Int)
    case pendingReset(device: PendingReset, replay: PendingReset?)

    package enum Aspect: String, Hashable, Sendable, CaseIterable {
      case result
      case failure
      case state
      case reupload
      case pendingReset
    }

    package var aspect: Aspect {
      switch self {
      case .result: .result
      case .failure: .failure
      case .state, .stateDigest: .state
      case .notReuploaded, .onlyReplayed, .reupload: .reupload
      case .pendingReset: .pendingReset
      }
    }
  }

  private enum CodingKeys: String, CodingKey {
    case mode, action, result, upload
    case isSameReset = "sameReset"
  }
}

extension Comparison {
  init(_ device: ObservedReset, with outcome: Outcome) {
    let observed = device.recorded
    let attempt = outcome.attempts.last
    self.init(
      mode: observed.mode, action: observed.action, result: observed.result,
      stateDigest: observed.stateDigest,
      isSameReset: (device.upload == nil ? attempt?.requestedMode : attempt?.actualMode)
        == observed.mode && attempt?.action == observed.action,
      differences: [])
    if let uploaded = outcome.uploaded {
      upload = Upload(
        transactionCount: device.reupload?.count ?? 0,
        writeCount: (device.reupload ?? []).reduce(0) { $0 + ($1?.instructions.count ?? 0) },
        isComplete: uploaded.isComplete, uncomparedVersions: uploaded.uncompared)
    }
    guard isSameReset else { return }
    if observed.result != outcome.ending {
      differences.append(.result(device: observed.result, replay: outcome.ending))
    }
    if let failure = observed.failure, failure != outcome.failure?.failureClass {
      differences.append(.failure(device: failure, replay: outcome.failure?.failureClass))
    }
    if let digest = observed.stateDigest { compareState(digest, of: device, with: outcome) }
    if device.reupload != nil, outcome.ending == .recovered { compareReupload(device, outcome) }
    if let pending = observed.pendingReset {
      let replayed = outcome.result.pendingReset
      guard pending.mode != replayed?.mode || pending.action != replayed?.action else { return }
      differences.append(.pendingReset(device: pending, replay: replayed))
    }
  }

  /// Compares the states by digest. Where the digests differ, the device's state is built anew, so
  /// that the difference can be said; and where that fails, a set of links, whose order is nobody's
  /// business, may be all that differs, and nothing is claimed.
  private mutating func compareState(
    _ digest: UInt64, of observed: ObservedReset, with outcome: Outcome
  ) {
    // What stands for a download that is not shown is not what the device had.
    let isApproximate = outcome.gaps.contains {
      [.missingFresh, .lostRecords, .suspectRecords].contains($0.kind)
    }
    guard !isApproximate else { return }
    let after = outcome.result.after.canonicalJSON
    let replayed = after.digest
    guard digest != replayed else { return }
    let device = state(on: observed, outcome)?.canonicalJSON
    if let device, device.digest == digest {
      guard let difference = CanonicalDifference.first(of: after, against: device) else { return }
      differences.append(.state(difference))
    } else if !after.holdsSetOfLinks {
      differences.append(.stateDigest(device: digest, replay: replayed))
    }
  }

  /// The state that the device ended in, from what it discarded or uploaded again.
  private func state(on device: ObservedReset, _ outcome: Outcome) -> RealmState? {
    switch device.recorded.result {
    case .discarded: return outcome.situation.fresh
    case .failed, .manual, .noReset: return outcome.situation.local
    case .crash: return nil
    case .recovered: return device.reupload.flatMap(outcome.situation.fresh.applying)
    }
  }

  private mutating func compareReupload(_ device: ObservedReset, _ outcome: Outcome) {
    let replay = Array(zip(outcome.situation.unsynced, outcome.result.reupload))
    let uncompared = Set(device.upload?.uncompared ?? [])
    let all = zip(device.recorded.reupload ?? [], device.reupload ?? [])
    for (change, changeset) in all where !uncompared.contains(change.clientVersion) {
      let counterpart = replay.first { $0.0.clientVersion == change.clientVersion }?.1
      guard let counterpart else {
        differences.append(.notReuploaded(clientVersion: change.clientVersion))
        continue
      }
      let replayed = counterpart.encoded()
      guard change.changeset != replayed else { continue }
      let isSame = changeset?.says(
        sameAs: counterpart, isOrderKnown: outcome.situation.hasInternalKeys)
      guard isSame != true else { continue }
      differences.append(
        .reupload(
          clientVersion: change.clientVersion, deviceSize: change.changeset.count,
          replaySize: replayed.count))
    }
    guard device.upload?.isComplete == true else { return }
    let uploaded = Set((device.recorded.reupload ?? []).map(\.clientVersion))
    for (change, changeset) in replay
    where !changeset.instructions.isEmpty && !uploaded.contains(change.clientVersion) {
      differences.append(.onlyReplayed(clientVersion: change.clientVersion))
    }
  }
}

extension Changeset {
  /// Whether a re-upload is the same as another.
  ///
  /// - Parameter isOrderKnown: false where Realm's internal keys are not known: which of several lists is copied whole first
  ///   hangs on them, so that only what is done to each list has to be the same, in its order.
  func says(sameAs other: Changeset, isOrderKnown: Bool) -> Bool {
    isOrderKnown ? hasSameInstructions(as: other) : byPlace == other.byPlace
  }

  /// What is done to each place, a list with all that is in it being one.
  private var byPlace: [Address: Changeset] {
    instructions.reduce(into: [Address: ChangesetBuilder]()) { builders, instruction in
      let place = Address(instruction, in: self).comparable
      builders[place, default: ChangesetBuilder()].append(instruction, from: self)
    }.mapValues(\.changeset)
  }
}

extension JSONText {
  /// Whether a canonical state holds a set whose order depends on internal keys.
  fileprivate var holdsSetOfLinks: Bool {
    switch self {
    case .array(let elements): elements.contains(where: \.holdsSetOfLinks)
    case .object(let members):
      members.contains { member in
        if member.name == "$set", case .array(let elements) = member.value {
          return elements.contains(where: \.isLink)
        }
        return member.value.holdsSetOfLinks
      }
    default: false
    }
  }

  private var isLink: Bool {
    if case .object(let members) = self { members.first?.name == "$link" } else { false }
  }
}
