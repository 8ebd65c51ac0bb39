internal import RealmModel
internal import Replayer

/// The objects that injected faults took from the server or from the device's view.
struct FaultedObjects: Hashable {
  /// Those whose creation a restored backup lacks.
  private var lost: Set<Address> = []
  private var hidden: Set<Address> = []

  init(_ faults: [FaultFiring]) {
    for effect in faults.flatMap(\.effects) {
      switch effect.kind {
      case .changesLost: lost.formUnion(effect.changes.flatMap(\.changeset.createdObjects))
      case .objectsHidden:
        hidden.formUnion(
          effect.objects.map { Address(className: $0.className, object: $0.key) })
      default: break
      }
    }
  }

  func hasLost(_ object: Address) -> Bool { lost.contains(object) }
  func hasHidden(_ object: Address) -> Bool { hidden.contains(object) }
}
