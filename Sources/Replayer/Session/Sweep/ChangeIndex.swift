import RealmModel
import TraceFormat

/// The server's changes by the objects that they are about.
struct ChangeIndex {
  /// By object; changes are numbered as the timeline does.
  private var positions: [ObjectName: [WritePosition]] = [:]
  /// What is about all objects: the schema.
  private var common: [WritePosition] = []

  mutating func add(_ changeset: Changeset, _ index: Int) {
    for (place, instruction) in changeset.instructions.enumerated() {
      let position = WritePosition(transaction: index, instruction: place)
      if let name = ObjectName(instruction, in: changeset) {
        positions[name, default: []].append(position)
      } else {
        common.append(position)
      }
    }
  }

  /// What concerns some objects, in order.
  func positions(of objects: Set<ObjectName>) -> [WritePosition] {
    (objects.flatMap { positions[$0] ?? [] } + common).sorted()
  }
}
