/// The cells of one object, by leaf. Trailing cells that were never written may be missing.
package struct ObjectRow: Sendable {
  private enum Storage: Sendable {
    case own(RowCells)
    /// As they were read, together with those of other objects; until one of them is written to.
    case shared(ColumnBlock, UInt32)
  }

  private var storage: Storage

  init(cells: RowCells) { storage = .own(cells) }

  init(_ block: ColumnBlock, _ index: Int) { storage = .shared(block, UInt32(index)) }

  package var cells: RowCells {
    get {
      switch storage {
      case .own(let cells): cells
      case .shared(let block, let index): block.cells(Int(index))
      }
    }
    set { storage = .own(newValue) }
  }

  @inline(__always)
  var cellCount: Int {
    switch storage {
    case .own(let cells): cells.count
    case .shared(let block, _): block.columns.count
    }
  }

  /// The cell at a leaf; nil where it was never written.
  @inline(__always)
  func cell(_ leaf: Int) -> Cell? {
    switch storage {
    case .own(let cells): leaf < cells.count ? cells[leaf] : nil
    case .shared(let block, let index): block.cell(Int(index), leaf)
    }
  }

  /// Changes a cell in place.
  ///
  /// - Parameter defaults: what is put instead of cells that are missing up to it.
  mutating func modifyCell<Result>(
    _ leaf: Int, _ defaults: RowCells, _ body: (inout Cell) -> Result
  ) -> Result {
    // Taken out while they change, so that they are never held twice and so never copied.
    var cells: RowCells
    switch storage {
    case .own(let present): cells = present
    case .shared(let block, let index): cells = block.cells(Int(index))
    }
    storage = .own([])
    defer { storage = .own(cells) }
    if cells.count <= leaf { cells.append(contentsOf: defaults[cells.count...leaf]) }
    return body(&cells[leaf])
  }

  func forEachLink<Failure: Error>(
    at leaf: Int, _ body: (ObjectAddress) throws(Failure) -> Void
  ) throws(Failure) {
    switch storage {
    case .own(let cells): if leaf < cells.count { try cells[leaf].forEachLink(body) }
    case .shared(let block, let index):
      if leaf < block.columns.count { try block.columns[leaf].forEachLink(at: Int(index), body) }
    }
  }

  /// Calls the body with the key of every incoming link at a leaf, in the order in which Realm has them.
  func forEachIncoming(at leaf: Int, _ body: (ObjectKey) -> Void) {
    switch storage {
    case .own(let cells):
      guard leaf < cells.count, case .backlinks(let keys) = cells[leaf] else { return }
      for key in keys { body(key) }
    case .shared(let block, let index):
      guard leaf < block.columns.count else { return }
      block.columns[leaf].forEachIncoming(at: Int(index), body)
    }
  }

  func isIdentical(to other: ObjectRow) -> Bool {
    switch (storage, other.storage) {
    case (.own(let cells), .own(let other)): cells.isIdentical(to: other)
    case (.shared(let block, let index), .shared(let other, let otherIndex)):
      block === other && index == otherIndex
    default: false
    }
  }
}

/// Some objects of a class by column.
package final class ColumnBlock: Sendable {
  /// By leaf.
  let columns: ContiguousArray<CellColumn>

  package init(_ columns: ContiguousArray<CellColumn>) { self.columns = columns }

  func cell(_ index: Int, _ leaf: Int) -> Cell? {
    leaf < columns.count ? columns[leaf][index] : nil
  }

  func cells(_ index: Int) -> RowCells {
    var cells = RowCells()
    cells.reserveCapacity(columns.count)
    for column in columns { cells.append(column[index]) }
    return cells
  }
}
