internal import Analyzer
internal import RealmModel
internal import Replayer
internal import TraceFormat

// A change within a sentence.
extension Report {
  /// Such as `2 changes (T 4 created, T 1 v = 40)`; `the change T 1 v = 99`.
  func changesWords(_ changes: [Change]) -> String {
    let shown = changes.prefix(3).map(words(naming:))
    guard changes.count <= 3 else { return changes.count.counted("change") }
    return "\(changes.count.counted("change")) (\(shown.joined(separator: ", ")))"
  }

  /// Such as `T 1 v = 99`, `T 4 created`.
  func words(naming change: Change) -> String {
    let place = change.address.text
    switch change.kind {
    case .edited:
      if change.writes.count == 1,
        case .set(.value(let value), _) = writes[change.writes[0]].operation
      {
        return "\(place) = \(value.text(columns: 24))"
      }
      // Of an element the effect has the path.
      return "\(change.address.wholeProperty.text) \(effectWords(of: change, columns: 24))"
    case .created, .recreated, .deleted: return "\(place) \(change.kind.words)"
    case .schema: return "\(place): \(writes[change.writes[0]].operation.words)"
    }
  }

  /// The same within a sentence, such as `the edit T 1 v = 99` or `the new T 4`.
  func sentenceWords(naming change: Change) -> String {
    switch change.kind {
    case .edited: "the edit \(words(naming: change))"
    case .created: "the new \(change.address.text)"
    case .recreated: "the \(change.address.text) that was recreated"
    case .deleted: "the deletion of \(change.address.text)"
    case .schema: "the change of the schema (\(words(naming: change)))"
    }
  }
}
