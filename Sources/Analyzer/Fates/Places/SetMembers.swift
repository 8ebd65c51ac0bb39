internal import RealmModel
internal import TraceFormat

/// What a set has in each state around a reset, to be asked for one member after the other.
struct SetMembers {
  private let before: Members?
  private let device: Members?
  private let server: Members?
  private let after: Members?

  /// - Complexity: That of sorting the numbers among the members.
  init(in set: ObservedValues) {
    before = set.before.map(Members.init)
    device = set.device.map(Members.init)
    server = set.server.map(Members.init)
    after = set.after.map(Members.init)
  }

  func membership(of element: Value) -> ObservedValues {
    let appearance = element.appearance
    func observedValue(_ members: Members?) -> ObservedValue? {
      members.map { $0.has(element, appearance) ? .present : .absent }
    }
    return ObservedValues(
      before: observedValue(before), device: observedValue(device), server: observedValue(server),
      after: observedValue(after))
  }
}

extension ObservedValues {
  /// Whether it is a set or dictionary, and the device has every part of it that the server has changed as that has it.
  var deviceHasChangedParts: Bool {
    let parts: [ObservedValues]
    switch (before, device, server) {
    case (.value(.set(let old))?, .value(.set)?, .value(.set(let new))?):
      let members = SetMembers(in: self)
      parts = (old + new).map { members.membership(of: $0) }
    case (
      .value(.dictionary(let old))?, .value(.dictionary(let own))?, .value(.dictionary(let new))?
    ):
      let sides = [old.byKey, own.byKey, new.byKey]
      parts = (old + new).map { entry in
        let seen = sides.map { $0[entry.key].map(ObservedValue.value) ?? .absent }
        return ObservedValues(before: seen[0], device: seen[1], server: seen[2], after: nil)
      }
    default: return false
    }
    return parts.allSatisfy { $0.server.looksLike($0.before) || $0.server.looksLike($0.device) }
  }
}

/// The members of one set; none if it is not a set.
struct Members {
  private var appearances: Set<Value.Appearance> = []
  /// Sorted as Realm sorts them: 1 and 1.0 are one member.
  private var numbers: [Cell] = []

  init(_ observed: ObservedValue) {
    if case .value(.set(let elements)) = observed { self.init(elements) } else { self.init([]) }
  }

  init(_ elements: [Value]) {
    appearances.reserveCapacity(elements.count)
    for element in elements { appearances.insert(element.appearance) }
    numbers = elements.map { Cell(scalar: $0) }.filter(\.isNumber)
      .sorted { CellOrder.compareMixed($0, $1) < 0 }
  }

  func has(_ element: Value) -> Bool { has(element, element.appearance) }

  /// As ``Value/looksLike(_:)`` has it; no member of a set is a collection or an embedded object.
  func has(_ element: Value, _ appearance: Value.Appearance) -> Bool {
    if appearances.contains(appearance) { return true }
    let number = Cell(scalar: element)
    guard number.isNumber else { return false }
    let place = numbers.partitioningIndex { CellOrder.compareMixed($0, number) >= 0 }
    return place < numbers.count && CellOrder.compareMixed(numbers[place], number) == 0
  }
}
