import RealmModel
import TraceFormat

extension Recovery {
  mutating func isLinkTargetGone(_ value: Payload) throws(RecoveryFailure) -> Bool {
    guard case .link(let tableName, let key) = value else { return false }
    let table: TableKey
    do throws(ApplyFailure) {
      table = try remote.linkTarget(tableName, changeset)
      if case .globalKey = key {
        throw ApplyFailure.bad("Unexpected link to embedded object while validating a primary key")
      }
    } catch {
      throw located(.apply(error), at: nil)
    }
    do throws(ApplyFailure) {
      try remote.check(key, of: table, changeset, for: "Link")
    } catch {
      throw .crash("a link's key has another type than the keys of its target class")
    }
    return state.tables[table.slot].find(changeset.value(key)) == nil
  }

  func invalidPath(_ name: String, _ place: RecoveryAddress) -> RecoveryFailure {
    let words =
      switch place {
      case .property: "object, column"
      case .list: "list"
      case .dictionary: "dictionary"
      case .set: "set"
      case .listElement, .throughTrackedElement: "list, index"
      case .dictionaryEntry: "dictionary, key"
      }
    return wrapped("Invalid path for \(name) (\(words))")
  }

  /// Applies an insertion into, or a removal from, a set, by one of two rules: where it changes the set, and where not.
  mutating func recoverSet(
    _ instruction: Instruction, _ location: Location, _ name: String, changed: RuleIdentifier,
    unchanged: RuleIdentifier
  ) throws(RecoveryFailure) -> RecoveryRuling {
    switch try resolve(location, for: name) {
    case .dropped(let ruling): return ruling
    case .place(.set(let cell)):
      let before = state.cell(cell).elements.count
      try apply(instruction)
      return .applied(state.cell(cell).elements.count != before ? changed : unchanged)
    case .place(.throughTrackedElement):
      try apply(instruction)
      return .applied(changed)
    case .place(let place): throw invalidPath(name, place)
    }
  }
}
