internal import RealmModel
internal import TraceFormat

// What a write's effect is, and whether a state shows it (`docs/report.md`, "Effects").
extension JudgedWrite {
  /// Whether the final state shows the effect; nil if that can't be told, because the element that
  /// the write is about can't be followed there.
  var showsAfterwards: Bool? {
    guard address.object == nil || !isThingUnknown(thing.after) else { return nil }
    return switch kind {
    case .addTable, .addColumn, .createObject: observed.after == .present
    case .eraseTable, .eraseColumn, .eraseObject: observed.after == .absent
    case .update: hasValue(thing.after)
    case .addInteger, .arrayMove: thing.after != .absent
    case .arrayInsert: hasInsertedValue(thing.after)
    case .clear: observed.device.flatMap { observed.after?.adds(nothingTo: $0) }
    case .setInsert: thing.after == .present
    case .arrayErase, .setErase: thing.after == .absent
    }
  }

  private func isThingUnknown(_ observed: ObservedValue?) -> Bool {
    observed == nil || (element == nil && address.leadsThroughList)
  }

  /// Whether a place has the value that the write gave it: the device's, or at least one of that
  /// kind, where others may write into it as well.
  func hasValue(_ observed: ObservedValue?) -> Bool {
    guard let observed, let device = thing.device else { return false }
    switch (payload, observed) {
    case (.objectValue, .value(.embedded)): return true
    case (.list, .value(.list)), (.dictionary, .value(.dictionary)): return true
    case (.erased, _): return observed == .absent
    default: return device != .absent && observed.looksLike(device)
    }
  }

  /// Whether a place has the element that the write inserted, with the value that it has in the end on the device.
  private func hasInsertedValue(_ observed: ObservedValue?) -> Bool {
    guard let observed, observed != .absent else { return false }
    return localEffect.hasLaterValue || hasValue(observed)
  }
}

extension ObservedValue {
  /// Whether a collection has nothing that another one doesn't have; of a dictionary the keys count.
  func adds(nothingTo other: ObservedValue) -> Bool {
    switch (self, other) {
    case (.value(.list(let elements)), .value(.list(let others))),
      (.value(.set(let elements)), .value(.set(let others))):
      Value.isPart(elements, of: others)
    case (.value(.dictionary(let entries)), .value(.dictionary(let others))):
      Set(others.map(\.key)).isSuperset(of: entries.map(\.key))
    case (.absent, .absent): true
    default: false
    }
  }
}

extension Value {
  /// Whether each element is among others, as many times at least.
  static func isPart(_ elements: [Value], of others: [Value]) -> Bool {
    var counts: [Appearance: Int] = [:]
    for other in others { counts[other.appearance, default: 0] += 1 }
    for element in elements { counts[element.appearance, default: 0] -= 1 }
    return counts.values.allSatisfy { $0 >= 0 }
  }
}
