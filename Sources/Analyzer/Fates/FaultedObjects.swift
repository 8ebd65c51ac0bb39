internal import RealmModel
internal import Replayer
internal import TraceFormat

/// The objects that injected faults took from the server or from the device's view.
struct FaultedObjects: Hashable {
  /// Those whose creation a restored backup lacks.
  private var lost: Set<Address> = []
  private var hidden: Set<Address> = []

  init(_ faults: [FaultFiring]) {
    for effect in faults.flatMap(\.effects) {
      switch effect.kind {
      case .changesLost: for change in effect.changes { noteCreations(in: change.changeset) }
      case .objectsHidden:
        hidden.formUnion(
          effect.objects.map { Address(className: $0.className, object: $0.key) })
      default: break
      }
    }
  }

  private mutating func noteCreations(in changeset: Changeset) {
    for instruction in changeset.instructions where instruction.kind == .createObject {
      lost.insert(Address(instruction, in: changeset))
    }
  }

  func hasLost(_ object: Address) -> Bool { lost.contains(object) }
  func hasHidden(_ object: Address) -> Bool { hidden.contains(object) }
}
