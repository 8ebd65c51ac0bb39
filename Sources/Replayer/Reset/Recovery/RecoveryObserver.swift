import RealmModel
import TraceFormat

/// Watches a recovery for what its rulings alone would not show: positions that are wrong, copies
/// that come too early. It decides nothing.
struct RecoveryObserver: Sendable {
  var notes: [Ruling.Note] = []
  private var lists: [ObjectAddress: [CellAddress: ElementPositions]] = [:]
  /// Lists inside elements, as the client names them, of which an insertion was dropped.
  private var droppedInside: Set<LocationValue> = []
  /// Lists that were not copied because internal keys on the way differ.
  var keysDiffer: Set<ListAddress> = []

  func positions(in list: CellAddress) -> ElementPositions {
    lists[list.object]?[list] ?? ElementPositions()
  }

  mutating func update(_ list: CellAddress, _ body: (inout ElementPositions) -> Void) {
    body(&lists[list.object, default: [:]][list, default: ElementPositions()])
  }

  /// What a cell holds was replaced, lists further down included.
  mutating func didReplace(_ cell: CellAddress) {
    guard let known = lists[cell.object] else { return }
    for list in known.keys where list.leaf == cell.leaf && list.path.starts(with: cell.path) {
      update(list) { $0 = ElementPositions() }
    }
  }

  mutating func didLose(_ lost: [RealmTransaction.LostElement]) {
    for element in lost where lists[element.list.object]?[element.list] != nil {
      update(element.list) { $0.didLose(remote: element.index) }
    }
  }

  mutating func didDropInside(_ location: LocationValue) { droppedInside.insert(location.list) }

  func followsDroppedInsertion(_ location: LocationValue) -> Bool {
    droppedInside.contains(location.list)
  }
}

extension LocationValue {
  fileprivate var list: LocationValue {
    LocationValue(table, object, field, Array(path.dropLast()))
  }
}
