internal import RealmModel
public import Replayer
internal import TraceFormat

// States and places with everything in them replaced as in the trace that they are of.
extension Scrubber {
  /// The scrubbed state; nil where listing it does not give the state itself, so that nothing can be said.
  ///
  /// What is listed is not counted.
  func image(of state: RealmState) -> RealmState? {
    let listing = StateListing.snapshot(of: state, role: .local).changesets
    guard let same = Self.state(listing),
      CanonicalDifference.first(of: same.canonicalJSON, against: state.canonicalJSON) == nil
    else { return nil }
    var rewriting = rewriting
    let event = Event(
      sequence: 0, timeMicroseconds: 0, session: 0,
      content: .snapshot(Snapshot(role: .local, changesets: listing)))
    guard case .snapshot(let scrubbed)? = try? event.rewritten(by: &rewriting).content else {
      return nil
    }
    return Self.state(scrubbed.changesets)
  }

  private static func state(_ changesets: [[UInt8]]) -> RealmState? {
    try? RealmState(applying: changesets.map { try Changeset(decoding: $0) })
  }

  func image(of address: Address) -> Address {
    var rewriting = rewriting
    var image = address
    image.className = rewriting.className(address.className)
    image.object = address.object.map { rewriting.primaryKey($0, of: address.className) }
    image.property = address.property.map { rewriting.property($0, of: address.className) }
    guard let object = address.object, let property = address.property else { return image }
    for (depth, step) in address.path.enumerated() {
      guard case .key(let name) = step else { continue }
      let above = LocationValue(
        address.className, object, property, Array(address.path.prefix(depth)))
      image.path[depth] = .key(rewriting.pathKey(name, below: above))
    }
    return image
  }

  /// Works out the digests of the scrubbed states for those that a recording device has noted of its own
  /// after a reset, so that the scrubbed trace confirms a replay where the trace does, and nowhere else.
  ///
  /// - Parameter replay: of the whole trace. One that cannot be replayed has digests that nothing confirms.
  public mutating func learnDigests(from replay: Replay) {
    guard let resets = try? replay.resets() else { return }
    for reset in resets {
      for mode in ResetMode.allCases {
        let outcome = reset.outcome(mode: mode)
        guard let digest = outcome.observed?.recorded.stateDigest,
          rewriting.digests[digest] == nil,
          let state = outcome.candidates.first(where: { $0.canonicalJSON.digest == digest }),
          let image = image(of: state)
        else { continue }
        rewriting.digests[digest] = image.canonicalJSON.digest
      }
    }
  }
}

extension Outcome {
  /// The states that the device may have ended in.
  fileprivate var candidates: [RealmState] {
    [result.after, situation.fresh, situation.local] + [uploadedAgain].compactMap { $0 }
  }

  /// What the server had with what the device says that it has uploaded again.
  private var uploadedAgain: RealmState? {
    observed?.reupload.flatMap(situation.fresh.applying)
  }
}
