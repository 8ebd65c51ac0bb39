internal import RealmModel
internal import Replayer
internal import TraceFormat

/// The sets that a merge plan changes member by member, each looked at once.
struct PlannedSets {
  /// The most elements of a set that an operation on one of them shows; of a larger one it says whether
  /// it has that element.
  static let shownMax = 100

  struct PlannedSet {
    let members: SetMembers
    let isLarge: Bool
  }

  private let outcome: Outcome
  private var sets: [Address: PlannedSet] = [:]
  private(set) var readCount = 0

  init(_ outcome: Outcome) { self.outcome = outcome }

  mutating func set(at address: Address) -> PlannedSet {
    if let known = sets[address] { return known }
    readCount += 1
    let seen = ObservedValues(
      before: outcome.situation.base.map { ObservedValue($0, at: address) },
      device: ObservedValue(outcome.situation.local, at: address),
      server: ObservedValue(outcome.situation.fresh, at: address))
    let sizes = [seen.before, seen.device, seen.server].map { $0?.setElements.count ?? 0 }
    let made = PlannedSet(
      members: SetMembers(in: seen), isLarge: sizes.contains { $0 > Self.shownMax })
    sets[address] = made
    return made
  }
}

extension ObservedValue {
  fileprivate var setElements: [Value] {
    if case .value(.set(let elements)) = self { elements } else { [] }
  }
}
