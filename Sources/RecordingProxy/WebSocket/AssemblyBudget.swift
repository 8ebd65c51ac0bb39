import Synchronization

/// The memory for messages that are being put together, on all connections of a proxy.
///
/// The beginning of a message costs nothing: so what is small is recorded even while others have taken up all
/// there is, with large messages that never end.
final class AssemblyBudget: Sendable {
  /// Bytes of a message that are not counted.
  static let freeSize = 1 << 14
  let sizeMax: Int
  private let used = Atomic(0)

  init(sizeMax: Int) { self.sizeMax = sizeMax }

  fileprivate func take(_ size: Int) -> Bool {
    guard used.wrappingAdd(size, ordering: .relaxed).newValue <= sizeMax else {
      give(size)
      return false
    }
    return true
  }

  fileprivate func give(_ size: Int) { used.wrappingSubtract(size, ordering: .relaxed) }

  var usedSize: Int { used.load(ordering: .relaxed) }
}

/// What one message has of a budget, until it is given back or forgotten.
final class AssemblyShare {
  private let budget: AssemblyBudget
  private var size = 0

  init(_ budget: AssemblyBudget) { self.budget = budget }

  deinit { budget.give(size) }

  /// Takes what a message of so many bytes needs; nothing where there is not enough.
  func grow(to messageSize: Int) -> Bool {
    let missing = max(0, messageSize - AssemblyBudget.freeSize) - size
    guard missing > 0 else { return true }
    guard budget.take(missing) else { return false }
    size += missing
    return true
  }

  func release() {
    budget.give(size)
    size = 0
  }
}
