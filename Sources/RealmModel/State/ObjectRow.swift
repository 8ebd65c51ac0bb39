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

  /// Changes a cell in place; `defaults` are put instead of cells that are missing up to it.
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

  /// The column of a leaf with the row's cell, and its index there; nil where it was never written.
  func column(_ leaf: Int) -> (column: CellColumn, index: Int)? {
    switch storage {
    case .own(let cells): leaf < cells.count ? (.same(cells[leaf]), 0) : nil
    case .shared(let block, let index):
      leaf < block.columns.count ? (block.columns[leaf], Int(index)) : nil
    }
  }

  /// Whether another row is so many behind this one in the same block.
  func isFollowed(by other: ObjectRow?, _ distance: Int) -> Bool {
    guard case .shared(let block, let index) = storage,
      case .shared(let otherBlock, let otherIndex)? = other?.storage
    else { return false }
    return block === otherBlock && Int(otherIndex) - Int(index) == distance
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
