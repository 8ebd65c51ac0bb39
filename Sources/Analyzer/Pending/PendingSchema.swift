internal import RealmModel
package import TraceFormat

/// The classes that unsynced writes are about: as the device has them, else as the last sync or the
/// transactions themselves show them.
package struct PendingSchema: Sendable {
  private var classes: [RealmString: ClassSchema] = [:]

  init(device: RealmState?, base: RealmState?, changesets: [Changeset]) {
    add(base)
    // A class that the device has removed again is in neither state, and what it did before that is pending.
    if changesets.contains(where: \.changesSchema) {
      var state = base ?? RealmState()
      for changeset in changesets {
        // Of what does not fit, the classes that were made before it are there all the same.
        try? state.apply(changeset)
        add(state)
      }
    }
    add(device)
  }

  private mutating func add(_ state: RealmState?) {
    for schema in state?.classes ?? [] { classes[schema.name] = schema }
  }

  /// A class; nil where nothing shows it.
  package func `class`(_ name: RealmString) -> ClassSchema? { classes[name] }

  /// All classes, by name, bytewise.
  package var all: [ClassSchema] { classes.values.sorted { $0.name < $1.name } }

  package func property(_ name: RealmString, of className: RealmString) -> PropertySchema? {
    classes[className]?.properties.first { $0.name == name }
  }
}

extension Changeset {
  fileprivate var changesSchema: Bool {
    instructions.contains { instruction in
      switch instruction {
      case .addTable, .addColumn, .eraseTable, .eraseColumn: true
      default: false
      }
    }
  }
}
