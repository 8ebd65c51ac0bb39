extension RealmState {
  /// Whether both are one state in memory, and so equal without a look at what is in it. Two states
  /// that were made apart are not, even if they have the same in them.
  package func isIdentical(to other: RealmState) -> Bool {
    // The numbers of the classes by name follow from the tables.
    tables.isIdentical(to: other.tables) && privateSlots == other.privateSlots
  }
}

extension RealmState? {
  /// Whether both are none, or one state in memory.
  package func isIdentical(to other: RealmState?) -> Bool {
    switch (self, other) {
    case (nil, nil): true
    case (let state?, let other?): state.isIdentical(to: other)
    default: false
    }
  }
}
