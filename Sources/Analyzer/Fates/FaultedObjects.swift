internal import RealmModel
internal import Replayer
internal import TraceFormat

/// The objects that injected faults took from the server or from the device's view.
struct FaultedObjects {
  /// Those whose creation a restored backup lacks.
  private var lost: Set<WriteAddress> = []
  private var hidden: Set<WriteAddress> = []

  init(_ faults: [FaultFiring]) {
    for effect in faults.flatMap(\.effects) {
      switch effect.kind {
      case .changesLost: for change in effect.changes { noteCreations(in: change.changeset) }
      case .objectsHidden:
        hidden.formUnion(
          effect.objects.map { WriteAddress(className: $0.className, object: $0.key) })
      default: break
      }
    }
  }

  private mutating func noteCreations(in changeset: Changeset) {
    for instruction in changeset.instructions where instruction.kind == .createObject {
      lost.insert(WriteAddress(instruction, in: changeset))
    }
  }

  func hasLost(_ object: WriteAddress) -> Bool { lost.contains(object) }
  func hasHidden(_ object: WriteAddress) -> Bool { hidden.contains(object) }
}
