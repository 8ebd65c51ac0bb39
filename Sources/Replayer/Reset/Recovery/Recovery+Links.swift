import RealmModel
import TraceFormat

extension Recovery {
  /// Whether a value is a link to an object that the fresh state does not have now.
  mutating func isLinkTargetGone(_ value: Payload) throws(RecoveryFailure) -> Bool {
    guard case .link(let tableName, let key) = value else { return false }
    guard let table = remote.findTable(tableName, changeset) else {
      throw .apply(.bad("Link with invalid target table '\(changeset.text(tableName))'"))
    }
    guard !state.tables[table.slot].isEmbedded else {
      throw .apply(.bad("Link to embedded table '\(changeset.text(tableName))'"))
    }
    do throws(ApplyFailure) {
      try remote.check(key, of: table, changeset, for: "Link")
    } catch {
      throw .crash("a link's key has another type than the keys of its target class")
    }
    return state.tables[table.slot].find(changeset.value(key)) == nil
  }

  /// The failure of an instruction at a place that it can't act on.
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

  /// Applies an insertion into, or a removal from, a set; whether it changed the set.
  mutating func recoverSet(
    _ instruction: Instruction, _ location: Location, _ name: String
  ) throws(RecoveryFailure) -> SetChange {
    switch try resolve(location, for: name) {
    case .dropped(let ruling): return .dropped(ruling)
    case .place(.set(let cell)):
      try checkNullErase(instruction, at: cell)
      let before = elementCount(cell)
      try apply(instruction)
      return .applied(isChanged: elementCount(cell) != before)
    case .place(.throughTrackedElement):
      try apply(instruction)
      return .applied(isChanged: true)
    case .place(let place): throw invalidPath(name, place)
    }
  }

  enum SetChange {
    case dropped(RecoveryRuling)
    case applied(isChanged: Bool)

    func ruling(changed: RuleIdentifier, unchanged: RuleIdentifier) -> RecoveryRuling {
      switch self {
      case .dropped(let ruling): ruling
      case .applied(let isChanged): .applied(isChanged ? changed : unchanged)
      }
    }
  }

  private func elementCount(_ cell: CellAddress) -> Int {
    if case .set(let elements) = state.cell(cell) { elements.count } else { 0 }
  }

  /// Realm's recorder writes such an instruction for a null taken out of a set, and Realm's
  /// recovery stumbles over it.
  private func checkNullErase(_ instruction: Instruction, at cell: CellAddress)
    throws(RecoveryFailure)
  {
    guard case .setErase(let erase) = instruction, erase.value.meansNull else { return }
    let column = state.column(cell)
    guard column.type != .mixed, column.isNullable else { return }
    throw .crash("SetErase of null on a set of a type other than Mixed")
  }
}

extension Payload {
  /// Whether Realm takes the value for null: null itself, and one bit pattern of each kind of
  /// floating-point number.
  fileprivate var meansNull: Bool {
    switch self {
    case .null: true
    case .float(let bits): bits == 0x7FC0_00AA
    case .double(let bits): bits == 0x7FF8_0000_0000_00AA
    case .decimal(let value): value.isNull
    default: false
    }
  }
}
