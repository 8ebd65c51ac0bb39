internal import RealmModel
internal import Replayer
internal import TraceFormat

/// The elements of lists that unsynced writes are about, at the last sync and on the device.
struct DeviceElements: Sendable {
  /// What a write is about, where its path leads through a list that can be followed.
  struct Element {
    var trail: ElementTrail
    var before: ObservedValue?
    var device: ObservedValue?
  }

  private(set) var timeline = ElementTimeline()
  /// By the number of the write.
  private(set) var elements: [Int: Element] = [:]

  /// Follows the unsynced writes, numbered in order.
  ///
  /// Where none of them leads through a list there is nothing to follow, and no tree is kept of all the places
  /// that were written to.
  init(_ situation: ResetSituation) {
    guard situation.unsynced.contains(where: \.changeset.leadsThroughLists) else { return }
    var number = 0
    for unsynced in situation.unsynced {
      for instruction in unsynced.changeset.instructions {
        let address = Address(instruction, in: unsynced.changeset)
        let trail = timeline.take(instruction, at: address, in: unsynced.changeset, as: number)
        if let trail { elements[number] = Element(trail: trail) }
        number += 1
      }
    }
    timeline.finish()
    elements = elements.mapValues { element in
      let trail = element.trail
      return Element(
        trail: trail,
        before: situation.base.flatMap { trail.observedValue(in: $0, basePresence(of: trail)) },
        device: trail.observedValue(in: situation.local, presence(of: trail)))
    }
  }

  func presence(of trail: ElementTrail) -> ElementEvidence.Presence {
    var position = timeline.start(at: trail.address)
    return trail.follow { step in
      defer { position = timeline.walk(step, from: position) }
      guard case .element(let element) = step else { return step.plain }
      return ElementEvidence.Presence(index: timeline.index(of: element, in: position))
    }
  }

  private func basePresence(of trail: ElementTrail) -> ElementEvidence.Presence {
    trail.follow { step in
      guard case .element(let element) = step else { return step.plain }
      return ElementEvidence.Presence(index: element.firstIndex)
    }
  }
}

extension ElementTrail {
  fileprivate func follow(_ find: (PlaceStep) -> ElementEvidence.Presence)
    -> ElementEvidence.Presence
  {
    var path: [PathStep] = []
    for step in steps {
      switch find(step) {
      case .at(let steps): path += steps
      case .gone: return .gone
      case .unknown: return .unknown
      }
    }
    return .at(path)
  }

  /// What a state shows where the trail leads in it; nil where that is not known.
  func observedValue(in state: RealmState, _ presence: ElementEvidence.Presence) -> ObservedValue? {
    switch presence {
    case .unknown: return nil
    case .gone: return .absent
    case .at(let path):
      guard let object = address.object, let property = address.property else { return nil }
      let place = LocationValue(address.className, object, property, path)
      return state.value(at: place).map(ObservedValue.value) ?? .absent
    }
  }
}
