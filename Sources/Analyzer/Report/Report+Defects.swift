internal import Replayer

extension Report {
  /// Says of writes and collateral what the engine's defects did to them.
  mutating func noteDefects(_ compared: ComparedOutcome) {
    guard var search = DefectSearch(compared) else { return }
    let differences = search.differences
    guard !differences.isEmpty else { return }
    let culprits = search.culprits(of: differences)
    var notes = DefectNotes(search, writes, collateral)
    for aspect in differences { notes.add(aspect, culprits[aspect] ?? []) }
    (writes, collateral, defects) = (notes.writes, notes.collateral, notes.defects)
  }
}
