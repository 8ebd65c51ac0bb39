internal import RealmModel
internal import Replayer
internal import TraceFormat

/// Finds list elements in the states around a reset: at the last sync, on the device, on the server
/// and on the device afterwards.
///
/// An index names another element in each state, so each side's instructions are followed from what
/// both had in common.
struct ElementEvidence {
  let states: Outcome.States
  /// What the state afterwards is made of.
  private let ending: Ending
  private var device = ElementTimeline()
  private(set) var server: ElementTimeline?
  private(set) var recovery: ElementTimeline?
  /// Where each write acts, by its number; only of writes whose path leads through a list.
  private var trails: [Int: ElementTrail] = [:]
  /// How elements of each list are found on the server.
  var bridges: [ListPair: ListBridge] = [:]

  /// Follows the unsynced writes, numbered in order.
  init(_ outcome: Outcome, isApproximate: Bool) {
    states = outcome.states
    ending = Ending(outcome)
    followDevice(outcome)
    guard !trails.isEmpty else { return }
    if let changes = outcome.situation.serverChanges, !isApproximate { followServer(changes) }
    if ending == .recovered { followRecovery(outcome) }
  }

  /// What the device has after a reset.
  private enum Ending {
    case recovered
    /// What the server had.
    case discarded
    /// What it had before, or nothing any more.
    case untouched

    init(_ outcome: Outcome) {
      let isCommitted = outcome.isFailedByHandlerAfter
      let mode = outcome.attempts.last?.actualMode
      switch outcome.ending {
      case .recovered: self = .recovered
      case .discarded: self = .discarded
      case .failed where isCommitted: self = mode == .recover ? .recovered : .discarded
      case .failed, .manual, .crash, .noReset: self = .untouched
      }
    }
  }

  private mutating func followDevice(_ outcome: Outcome) {
    var number = 0
    for unsynced in outcome.situation.unsynced {
      for instruction in unsynced.changeset.instructions {
        let address = Address(instruction, in: unsynced.changeset)
        trails[number] = device.take(instruction, at: address, in: unsynced.changeset, as: number)
        number += 1
      }
    }
    device.finish()
  }

  private mutating func followServer(_ changes: [ServerChange]) {
    var timeline = ElementTimeline()
    var number = 0
    for changeset in changes.map(\.changeset) {
      for instruction in changeset.instructions {
        let address = Address(instruction, in: changeset)
        timeline.take(instruction, at: address, in: changeset, as: number)
        number += 1
      }
    }
    timeline.finish()
    server = timeline
  }

  /// Follows what the rulings and copies added to the re-upload: that is what was done to the
  /// server's state.
  private mutating func followRecovery(_ outcome: Outcome) {
    var timeline = ElementTimeline()
    let starts = outcome.writeStarts
    var (rulings, copies) = (outcome.result.rulings[...], outcome.result.listCopies[...])
    for (index, changeset) in outcome.result.reupload.enumerated() {
      while let ruling = rulings.first, ruling.changesetIndex == index {
        for instruction in changeset.instructions[
          ruling.emitted.clamped(to: changeset.instructions.indices)]
        {
          let address = Address(instruction, in: changeset)
          timeline.take(
            instruction, at: address, in: changeset, as: starts[index] + ruling.instructionIndex)
        }
        rulings.removeFirst()
      }
      while let copy = copies.first, copy.changesetIndex == index {
        timeline.take(copy, from: device)
        copies.removeFirst()
      }
    }
    timeline.finish()
    recovery = timeline
  }
}

// Places
extension ElementEvidence {
  /// Where something is in a state.
  enum Presence: Equatable {
    case at([PathStep])
    /// It isn't there.
    case gone
    /// It can't be followed into that state.
    case unknown
  }

  /// What the states show of where a write acts; nil if its path leads through no list, or can't be
  /// followed.
  mutating func sightings(of write: Int) -> ElementSightings? {
    guard let trail = trails[write] else { return nil }
    let onServer = serverPresence(of: trail)
    var seen = ElementSightings()
    seen.before = states.base.flatMap { sighting(in: $0, trail, basePresence(of: trail)) }
    seen.device = sighting(in: states.local, trail, devicePresence(of: trail))
    seen.server = sighting(in: states.fresh, trail, onServer)
    switch ending {
    case .recovered:
      seen.after = sighting(in: states.after, trail, recoveredPresence(of: trail))
    case .discarded: seen.after = sighting(in: states.after, trail, onServer)
    case .untouched:
      seen.after = sighting(in: states.after, trail, devicePresence(of: trail))
    }
    return seen
  }

  /// Whether the server has moved the element that a write is about; false where that is not known.
  func isMovedOnServer(_ write: Int) -> Bool {
    guard let trail = trails[write], let server, case .element(let element)? = trail.steps.last
    else { return false }
    var list = server.start(at: trail.address)
    for step in trail.steps.dropLast() { list = server.walk(step, from: list) }
    return server.hasMoved(element, in: list)
  }

  /// The write that removed the element that a write had made, or that set it last, in the course of
  /// the recovery; nil if none did.
  func lastTouch(ofElementMadeBy write: Int) -> Int? {
    recovery?.removals[write] ?? recovery?.settings[write]
  }

  private func sighting(
    in state: RealmState, _ trail: ElementTrail, _ presence: Presence
  ) -> Sighting? {
    let address = trail.address
    switch presence {
    case .unknown: return nil
    case .gone: return .absent
    case .at(let path):
      guard let object = address.object, let property = address.property else { return nil }
      let place = LocationValue(address.className, object, property, path)
      return state.value(at: place).map(Sighting.value) ?? .absent
    }
  }

  private func basePresence(of trail: ElementTrail) -> Presence {
    follow(trail) { step in
      guard case .element(let element) = step else { return step.plain }
      return element.firstIndex.map { .at([.index(UInt32(clamping: $0))]) } ?? .gone
    }
  }

  private func devicePresence(of trail: ElementTrail) -> Presence {
    var position = device.start(at: trail.address)
    return follow(trail) { step in
      defer { position = device.walk(step, from: position) }
      guard case .element(let element) = step else { return step.plain }
      return Presence(device.standing(of: element, in: position))
    }
  }

  /// Goes along a trail, and finds where each step leads.
  private func follow(_ trail: ElementTrail, _ find: (PlaceStep) -> Presence) -> Presence {
    var path: [PathStep] = []
    for step in trail.steps {
      switch find(step) {
      case .at(let steps): path += steps
      case .gone: return .gone
      case .unknown: return .unknown
      }
    }
    return .at(path)
  }
}

extension ElementEvidence.Presence {
  fileprivate init(_ standing: ElementTimeline.Standing) {
    switch standing {
    case .at(let index): self = .at([.index(UInt32(clamping: index))])
    case .gone: self = .gone
    }
  }
}

extension PlaceStep {
  /// A step that is the same in every state.
  var plain: ElementEvidence.Presence {
    if case .key(let key) = self { .at([.key(key)]) } else { .unknown }
  }
}
