package import RealmModel
package import TraceFormat

extension RealmSchema {
  /// The classes that unsynced writes are about: as the device has them, else as the last sync or the
  /// transactions themselves show them.
  package init(device: RealmState?, base: RealmState?, changesets: [Changeset]) {
    var classes: [RealmString: ClassSchema] = [:]
    func add(_ state: RealmState?) {
      for schema in state?.classes ?? [] { classes[schema.name] = schema }
    }
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
    self.init(Array(classes.values))
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
