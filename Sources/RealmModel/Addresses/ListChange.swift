/// What an instruction does to the positions of a list's elements.
///
/// The one place that knows what an insertion, a removal and a move do to an index: the merge of
/// changesets and the recovery count by it.
package enum ListChange: Hashable, Sendable {
  case insertion(at: Int)
  case removal(at: Int)
  /// The element at the one position stands at the other afterwards.
  case move(from: Int, to: Int)

  /// The positions, before the change, of the elements that it shifts, and by how much. Of an element
  /// that is moved itself it says nothing.
  package var shift: (positions: Range<Int>, step: Int) {
    switch self {
    case .insertion(let index): (index..<Int.max, 1)
    case .removal(let index): (index + 1..<Int.max, -1)
    case .move(let from, let to): from < to ? (from + 1..<to + 1, -1) : (to..<from, 1)
    }
  }

  /// Where the element that was at a position is afterwards; nil for one that is gone.
  package func position(of index: Int) -> Int? {
    switch self {
    case .removal(index): return nil
    case .move(index, let to): return to
    case .insertion, .removal, .move:
      let (positions, step) = shift
      return positions.contains(index) ? index + step : index
    }
  }
}
