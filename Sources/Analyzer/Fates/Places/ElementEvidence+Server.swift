internal import RealmModel
internal import Replayer
internal import TraceFormat

// Finding elements on the server, and in what a recovery made of the server's state.
extension ElementEvidence {
  /// A list, at the last sync and on the server: inside an element its path may differ.
  struct ListPair: Hashable {
    var base: LocationValue
    var server: LocationValue
  }

  /// How elements of a list at the last sync are found in the server's.
  enum ListBridge {
    /// By the server's changes.
    case history
    case unchanged
    case gone
    /// Not at all: the trace does not show how one became the other.
    case none
  }

  /// A walk along a trail, on the server and in the recovery at the same time.
  private struct Walk {
    var pair: ListPair
    var server: ElementTimeline.Position
    var recovery: ElementTimeline.Position
    var isOnServer = true
  }

  private func start(_ trail: ElementTrail) -> Walk? {
    let address = trail.address
    guard let object = address.object, let property = address.property else { return nil }
    let place = LocationValue(address.className, object, property)
    return Walk(
      pair: ListPair(base: place, server: place),
      server: server?.start(at: address) ?? ElementTimeline.Position(),
      recovery: recovery?.start(at: address) ?? ElementTimeline.Position())
  }

  mutating func serverPresence(of trail: ElementTrail) -> Presence {
    guard var walk = start(trail) else { return .unknown }
    for step in trail.steps {
      let found = serverPresence(of: step, walk)
      guard case .at(let path) = found else { return found }
      go(&walk, step, path)
    }
    return .at(walk.pair.server.path)
  }

  private mutating func serverPresence(of step: PlaceStep, _ walk: Walk) -> Presence {
    switch step {
    case .key(let key): return .at([.key(key)])
    case .element(let element):
      // What the device made, the server can't have.
      guard let index = element.firstIndex else { return .gone }
      switch bridge(walk) {
      case .none: return .unknown
      case .gone: return .gone
      case .unchanged: return Presence(index: index)
      case .history:
        guard let server else { return .unknown }
        let found = server.index(of: element, in: walk.server)
        return found == nil && isFilledAnew(with: index, walk) ? .unknown : Presence(index: found)
      }
    default: return .unknown
    }
  }

  private func go(_ walk: inout Walk, _ step: PlaceStep, _ path: [PathStep]) {
    walk.pair.server.path += path
    switch step {
    case .element(let element):
      walk.pair.base.path.append(.index(UInt32(clamping: element.firstIndex ?? 0)))
    default: walk.pair.base.path += path
    }
    if let server { walk.server = server.walk(step, from: walk.server) }
  }

  private mutating func bridge(_ walk: Walk) -> ListBridge {
    if let known = bridges[walk.pair] { return known }
    let found = findBridge(walk)
    bridges[walk.pair] = found
    return found
  }

  private func findBridge(_ walk: Walk) -> ListBridge {
    guard case .list(let elements)? = outcome.situation.fresh.value(at: walk.pair.server) else {
      return .gone
    }
    guard let before = syncedElements(walk) else { return .none }
    if let server, server.count(of: walk.server, atFirst: before.count) == elements.count {
      return .history
    }
    return Value.list(before).looksLike(.list(elements)) ? .unchanged : .none
  }

  private func syncedElements(_ walk: Walk) -> [Value]? {
    let value = outcome.situation.base?.value(at: walk.pair.base)
    guard case .list(let elements)? = value.map(outcome.situation.fresh.completed) else {
      return nil
    }
    return elements
  }

  /// Whether the server emptied the list and has put an equal element in again, as an app does that
  /// assigns a whole list. Whether that is the same element is a matter of view.
  private func isFilledAnew(with index: Int, _ walk: Walk) -> Bool {
    guard let server, server.isClosed(walk.server),
      let before = syncedElements(walk),
      before.indices.contains(index),
      case .list(let elements)? = outcome.situation.fresh.value(at: walk.pair.server)
    else { return false }
    return elements.contains { $0.looksLike(before[index]) }
  }

  mutating func recoveredPresence(of trail: ElementTrail) -> Presence {
    guard let recovery, var walk = start(trail) else { return .unknown }
    var path: [PathStep] = []
    for step in trail.steps {
      var taken = step
      if case .element(let element) = step {
        switch name(of: element, walk) {
        case .unknown: return .unknown
        case .gone: return .gone
        case .known(let known):
          guard let index = recovery.index(of: known, in: walk.recovery) else { return .gone }
          path.append(.index(UInt32(clamping: index)))
          taken = .element(known)
        }
      } else if case .at(let steps) = step.plain {
        path += steps
      }
      let onServer = walk.isOnServer ? serverPresence(of: step, walk) : .unknown
      walk.recovery = recovery.walk(taken, from: walk.recovery)
      walk.isOnServer = false
      guard case .at(let steps) = onServer else { continue }
      walk.isOnServer = true
      go(&walk, step, steps)
    }
    return .at(path)
  }

  /// What an element is called in the recovery's timeline, which starts from the server's state.
  private enum Name {
    case known(ListElement)
    /// The server doesn't have it.
    case gone
    case unknown
  }

  private mutating func name(of element: ListElement, _ walk: Walk) -> Name {
    guard let index = element.firstIndex, let recovery else { return .known(element) }
    if recovery.isCopy(walk.recovery) { return .known(.copied(index)) }
    guard walk.isOnServer else { return .unknown }
    switch serverPresence(of: .element(element), walk) {
    case .at(let path):
      guard case .index(let index)? = path.last else { return .unknown }
      return .known(.found(Int(index)))
    case .gone: return .gone
    case .unknown: return .unknown
    }
  }
}
