import RealmModel
import TraceFormat

/// The lists that unsynced writes act on, and whether recovery treats them independently.
///
/// Recovery looks lists up by internal keys, in an order that is none (`docs/rules.md`, "Lost trackers"), and what it
/// copies whole may link to what other writes create. Only lists of one property of one class are always found, and
/// only those of plain values depend on no other object; for all else any two lists are taken to depend on each other.
struct ListSites {
  private(set) var areIndependent = true
  private var onlySite: SchemaProperty?

  /// Takes note of an instruction; whether it acts on a list.
  mutating func add(
    _ instruction: Instruction, _ changeset: Changeset, _ state: RealmState
  ) -> Bool {
    guard let location = instruction.location, Self.isList(instruction, location, changeset) else {
      return false
    }
    let site = SchemaProperty(
      changeset.string(instruction.table), changeset.string(location.field))
    let isPlain = location.path.count <= 1 && Self.holdsPlainValues(site, state)
    if !isPlain || onlySite ?? site != site { areIndependent = false }
    onlySite = onlySite ?? site
    return true
  }

  private static func isList(
    _ instruction: Instruction, _ location: Location, _ changeset: Changeset
  ) -> Bool {
    if case .clear(let clear) = instruction, clear.collection == .list { return true }
    return changeset.elements(location.path).contains(where: \.isIndex)
  }

  private static func holdsPlainValues(_ site: SchemaProperty, _ state: RealmState) -> Bool {
    guard let column = state.table(named: site.className)?.column(named: site.property) else {
      return false
    }
    return column.collection == .list && !column.mayHoldLinks
  }
}
