/// The objects of a class, by key.
///
/// Keys that a class counts out by itself are 0, 1, 2 and so on, and an object's position is then
/// its key. Keys that come from elsewhere, as those of a file, can be any numbers. Memory goes with
/// the number of objects, whatever their keys are.
package struct ObjectRows: Sendable {
  /// By position. Nil where an object was removed.
  private var rows = PersistentArray<ObjectRow?>()
  /// Set once: every key that the class itself gives continues the last run.
  var runs = KeyRuns()

  /// The number of positions, those of removed objects included.
  package var count: Int { rows.count }

  /// The row of an object that exists, or existed.
  subscript(key: ObjectKey) -> ObjectRow? {
    @inline(__always) _read { yield rows[position(of: key)] }
    @inline(__always) _modify { yield &rows[position(of: key)] }
  }

  func row(at position: Int) -> ObjectRow? { position < rows.count ? rows[position] : nil }

  /// The cell of the object at a position; nil where it was never written.
  @inline(__always)
  func cell(at position: Int, _ leaf: Int) -> Cell? { rows[position]?.cell(leaf) }

  @inline(__always)
  package func isOccupied(_ position: Int) -> Bool {
    position < rows.count && rows[position] != nil
  }

  @inline(__always)
  func contains(_ key: ObjectKey) -> Bool {
    guard !key.isUnresolved else { return false }
    return isOccupied(position(of: key))
  }

  mutating func append(_ row: ObjectRow) -> ObjectKey {
    let key = key(at: rows.count)
    rows.append(row)
    return key
  }

  /// Gives every row the value at a leaf; rows too short for it are left alone.
  mutating func setCells(at leaf: Int, to value: Cell) {
    for position in 0..<rows.count where (rows[position]?.cellCount ?? 0) > leaf {
      rows[position]?.modifyCell(leaf, []) { $0 = value }
    }
  }
}

extension ObjectRows {
  /// Calls the body with the key and the row of every object, ascending.
  func forEachRow(_ body: (ObjectKey, ObjectRow) -> Void) {
    for position in 0..<rows.count {
      if let row = rows[position] { body(key(at: position), row) }
    }
  }

  /// Calls the body with stretches of objects whose cells at a leaf stand one behind the other: their positions, and
  /// the column with the index of the first one there.
  func forEachColumn<Failure: Error>(
    at leaf: Int, _ body: (Range<Int>, CellColumn, Int) throws(Failure) -> Void
  ) throws(Failure) {
    var (start, end) = (0, 0)
    while start < rows.count {
      end += 1
      guard let first = rows[start] else {
        start = end
        continue
      }
      while end < rows.count, first.isFollowed(by: rows[end], end - start) { end += 1 }
      if let (column, index) = first.column(leaf) { try body(start..<end, column, index) }
      start = end
    }
  }

  /// The position of the object of that key; none of the array's where no object ever had it.
  package func position(of key: ObjectKey) -> Int { runs.place(of: key, count: count) }

  /// The key that belongs to a position; after the last, the key of the next object.
  package func key(at position: Int) -> ObjectKey { runs.key(at: position) }

  func hasPositions(of other: ObjectRows) -> Bool { runs.isSame(as: other.runs) }

  /// Calls the body with stretches of positions that cover both, in order, and whether the two have
  /// one and the same memory, and so the same objects, there.
  ///
  /// - Complexity: What the two share is passed over 1024 objects at a time.
  package func forEachStretch(sharedWith other: Self, _ body: (Range<Int>, Bool) -> Void) {
    let areComparable = hasPositions(of: other)
    rows.forEachStretch(sharedWith: other.rows) { body($0, $1 && areComparable) }
  }

  /// The largest key that an object can be given, far from where the next ones would overflow.
  package static let keyMax = ObjectKey(1 << 62)

  /// Adds an object under a key of its own, after all others. Precondition: keys ascend.
  mutating func append(_ row: ObjectRow, under key: ObjectKey) {
    runs.append(key, at: rows.count)
    rows.append(row)
  }

  /// Sets the key of the next object, where it is not the one after the last.
  mutating func setNextKey(_ key: ObjectKey?) {
    guard let key, key > self.key(at: rows.count) else { return }
    runs.append(key, at: rows.count)
  }
}
