internal import RealmModel
internal import Replayer
internal import TraceFormat

/// Finds list elements in the states around a reset: at the last sync, on the device, on the server
/// and on the device afterwards.
///
/// An index names another element in each state, so each side's instructions are followed from what both had in common.
struct ElementEvidence {
  let outcome: Outcome
  private let knownAfter: RealmState?
  private let ending: Ending
  private let device: DeviceElements
  private(set) var server: ElementTimeline?
  private(set) var recovery: ElementTimeline?
  var bridges: [ListPair: ListBridge] = [:]
  private var sameLists: [ElementTrail: Bool] = [:]

  /// - Parameter server: the server's changes, followed; nil where they are not known.
  init(_ outcome: Outcome, _ device: DeviceElements, server: ElementTimeline?) {
    (self.outcome, knownAfter) = (outcome, outcome.knownAfter)
    ending = Ending(outcome)
    (self.device, self.server) = (device, server)
    if ending == .recovered, !device.elements.isEmpty { followRecovery(outcome) }
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

  /// Follows what the rulings and copies added to the re-upload: that is what was done to the server's state.
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
        timeline.take(copy, from: device.timeline)
        copies.removeFirst()
      }
    }
    timeline.finish()
    recovery = timeline
  }
}

// Places
extension ElementEvidence {
  enum Presence: Equatable {
    case at([PathStep])
    case gone
    /// It can't be followed into that state.
    case unknown

    /// Of an element in its list; gone without an index.
    init(index: Int?) { self = index.map { .at([.index(UInt32(clamping: $0))]) } ?? .gone }
  }

  /// What the states show of where a write acts; nil if its path leads through no list, or can't be followed.
  mutating func observedValues(of write: Int) -> ObservedValues? {
    guard let element = device.elements[write] else { return nil }
    let trail = element.trail
    let onServer = serverPresence(of: trail)
    var seen = ObservedValues()
    (seen.before, seen.device) = (element.before, element.device)
    seen.server = trail.observedValue(in: outcome.situation.fresh, onServer)
    switch ending {
    case .recovered:
      seen.after = trail.observedValue(in: outcome.result.after, recoveredPresence(of: trail))
    case .discarded: seen.after = trail.observedValue(in: outcome.result.after, onServer)
    case .untouched:
      seen.after = knownAfter.flatMap { trail.observedValue(in: $0, device.presence(of: trail)) }
    }
    return seen.completed(by: outcome.situation.fresh)
  }

  /// Whether a write is to an element of a list in an element of another one, and the server has that list as the device.
  mutating func isInSameList(_ write: Int) -> Bool {
    guard var list = device.elements[write]?.trail, case .element? = list.steps.popLast(),
      list.steps.contains(where: \.isElement)
    else { return false }
    list.address = list.address.wholeProperty
    if let known = sameLists[list] { return known }
    let fresh = outcome.situation.fresh
    let own = list.observedValue(in: outcome.situation.local, device.presence(of: list))
    let theirs = list.observedValue(in: fresh, serverPresence(of: list))
    let isSame = own?.value != nil && theirs.looksLike(own?.completed(by: fresh))
    sameLists[list] = isSame
    return isSame
  }

  /// Whether the server has moved the element that a write is about; false where that is not known.
  func isMovedOnServer(_ write: Int) -> Bool {
    guard let trail = device.elements[write]?.trail, let server,
      case .element(let element)? = trail.steps.last
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
}

extension PlaceStep {
  fileprivate var isElement: Bool { if case .element = self { true } else { false } }

  /// A step that is the same in every state.
  var plain: ElementEvidence.Presence {
    if case .key(let key) = self { .at([.key(key)]) } else { .unknown }
  }
}
