public import TraceFormat

/// Applies changesets to a state, with every check that Realm Core makes (`sync/instruction_applier.cpp`).
///
/// The applier owns the state while it works, so that nothing is copied; after a failure the state
/// is half-changed and to be thrown away. ``RealmState/apply(_:)`` keeps the old one.
package struct ChangesetApplier {
  package var transaction: RealmTransaction
  var names = NameCache()

  package init(_ state: consuming RealmState) { transaction = RealmTransaction(state) }

  package var state: RealmState { transaction.state }

  package mutating func apply(_ changeset: Changeset) throws(ApplyFailure) {
    begin(changeset)
    for index in changeset.instructions.indices {
      do throws(ApplyFailure) {
        try apply(changeset.instructions[index], of: changeset)
      } catch {
        var failure = error
        failure.instructionIndex = index
        throw failure
      }
    }
    transaction.removeAsymmetricObjects()
  }

  /// Prepares for the instructions of a changeset, because names are numbered anew in each.
  package mutating func begin(_ changeset: Changeset) {
    names.begin(stringCount: changeset.strings.count)
  }

  /// The class, and the object in it, that Realm's messages would name now.
  package var lastNamed: (table: StringIndex, key: PrimaryKey?)? { names.lastNamed }

  /// Forgets which object was named last, because it may have been removed behind the applier's back.
  package mutating func forgetObject() { names.forgetObject() }

  /// Applies one instruction of the changeset that was begun last.
  package mutating func apply(_ instruction: Instruction, of changeset: Changeset)
    throws(ApplyFailure)
  {
    switch instruction {
    case .addTable(let instruction): try addTable(instruction, changeset)
    case .eraseTable(let instruction): try eraseTable(instruction, changeset)
    case .createObject(let instruction): try createObject(instruction, changeset)
    case .eraseObject(let instruction): try eraseObject(instruction, changeset)
    case .update(let instruction): try update(instruction, changeset)
    case .addInteger(let instruction): try addInteger(instruction, changeset)
    case .addColumn(let instruction): try addColumn(instruction, changeset)
    case .eraseColumn(let instruction): try eraseColumn(instruction, changeset)
    case .arrayInsert(let instruction): try arrayInsert(instruction, changeset)
    case .arrayMove(let instruction): try arrayMove(instruction, changeset)
    case .arrayErase(let instruction): try arrayErase(instruction, changeset)
    case .clear(let instruction): try clear(instruction, changeset)
    case .setInsert(let instruction): try setInsert(instruction, changeset)
    case .setErase(let instruction): try setErase(instruction, changeset)
    }
  }
}

extension RealmState {
  /// Applies a changeset; after a failure the state is what it was.
  ///
  /// - Throws: the first instruction that cannot be applied, and why.
  public mutating func apply(_ changeset: Changeset) throws(ApplyFailure) {
    var applier = ChangesetApplier(self)
    try applier.apply(changeset)
    self = applier.state
  }

  /// The state that changesets build from an empty Realm.
  ///
  /// - Throws: the first instruction that cannot be applied, and why.
  public init(applying changesets: some Sequence<Changeset>) throws(ApplyFailure) {
    var applier = ChangesetApplier(RealmState())
    for changeset in changesets { try applier.apply(changeset) }
    self = applier.state
  }
}
