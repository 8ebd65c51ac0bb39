/// The objects of a class, by key.
///
/// Keys that a class counts out by itself are 0, 1, 2 and so on, and an object's position is then
/// its key. Keys that come from elsewhere, as those of a file, can be any numbers: they are kept as
/// runs of consecutive keys, and found by binary search. Memory goes with the number of objects,
/// whatever their keys are, and a class whose keys are dense pays one comparison for it.
package struct ObjectRows: Sendable {
  /// By position. Nil where an object was removed.
  private var rows = PersistentArray<ObjectRow?>()
  /// The runs of keys after the first gap, ascending. Set once: every key that the class itself
  /// gives continues the last run.
  private var farRuns: ContiguousArray<KeyRun> = []
  /// Below this, positions are keys.
  @usableFromInline var nearLimit = Int.max

  /// Consecutive keys; they end where the next run, or the array of rows, does.
  private struct KeyRun: Hashable, Sendable, BitwiseCopyable {
    var firstKey: Int64
    var firstPosition: Int
  }

  init() {}

  /// The number of positions, those of removed objects included.
  package var count: Int { rows.count }

  /// The row of an object that exists, or existed.
  subscript(key: ObjectKey) -> ObjectRow? {
    @inline(__always) _read { yield rows[place(of: key)] }
    @inline(__always) _modify { yield &rows[place(of: key)] }
  }

  /// The row at a position; nil where there is none.
  func row(at position: Int) -> ObjectRow? { position < rows.count ? rows[position] : nil }

  /// Whether an object stands at a position.
  @inline(__always)
  func isOccupied(_ position: Int) -> Bool { position < rows.count && rows[position] != nil }

  /// Whether an object of that key exists.
  @inline(__always)
  func contains(_ key: ObjectKey) -> Bool {
    guard !key.isUnresolved else { return false }
    return isOccupied(place(of: key))
  }

  /// Adds an object after all others, and gives it the next key.
  mutating func append(_ row: ObjectRow) -> ObjectKey {
    let key = key(at: rows.count)
    rows.append(row)
    return key
  }

  /// Gives every row the value at a leaf; rows too short for it are left alone.
  mutating func setCells(at leaf: Int, to value: Cell) {
    for position in 0..<rows.count where (rows[position]?.cells.count ?? 0) > leaf {
      rows[position]?.cells[leaf] = value
    }
  }

  /// Calls the body with the key of every object, ascending, until it returns false.
  func forEachKeyWhile(_ body: (ObjectKey) -> Bool) {
    rows.forEachWhile { position, row in row == nil ? true : body(key(at: position)) }
  }
}

// Keys and positions
extension ObjectRows {
  /// The position of the object of that key; none of the array's where no object ever had it.
  @inlinable
  func place(of key: ObjectKey) -> Int {
    let value = Int(key.rawValue)
    return value < nearLimit ? value : farPlace(of: key)
  }

  @usableFromInline
  func farPlace(of key: ObjectKey) -> Int {
    let index = farRuns.partitioningIndex { $0.firstKey > key.rawValue }
    guard index > 0 else { return .max }
    let run = farRuns[index - 1]
    let (place, overflows) = run.firstPosition.addingReportingOverflow(
      Int(key.rawValue - run.firstKey))
    let end = index < farRuns.count ? farRuns[index].firstPosition : rows.count
    return !overflows && place < end ? place : .max
  }

  /// The position of an object that exists.
  @inlinable
  package func position(of key: ObjectKey) -> Int { place(of: key) }

  /// The key that belongs to a position; after the last, the key of the next object.
  @inlinable
  package func key(at position: Int) -> ObjectKey {
    position < nearLimit ? ObjectKey(Int64(position)) : farKey(at: position)
  }

  @usableFromInline
  func farKey(at position: Int) -> ObjectKey {
    let run = farRuns[farRuns.partitioningIndex { $0.firstPosition > position } - 1]
    return ObjectKey(run.firstKey + Int64(position - run.firstPosition))
  }

  /// Whether both have the same keys at the same positions.
  func hasPositions(of other: ObjectRows) -> Bool {
    farRuns.isIdentical(to: other.farRuns) || farRuns == other.farRuns
  }

  /// Calls the body with stretches of positions that cover both, in order, and whether the two have
  /// one and the same memory, and so the same objects, there.
  ///
  /// - Complexity: What the two share is passed over 1024 objects at a time.
  package func forEachStretch(sharedWith other: Self, _ body: (Range<Int>, Bool) -> Void) {
    let areComparable = hasPositions(of: other)
    rows.forEachStretch(sharedWith: other.rows) { body($0, $1 && areComparable) }
  }
}

// Building
extension ObjectRows {
  /// The largest key that an object can be given, far from where the next ones would overflow.
  package static let keyMax = ObjectKey(1 << 62)

  /// Rows under keys of their own, which ascend.
  ///
  /// - Parameter nextKey: the key of the next object, where it is not the one after the last.
  init(
    _ entries: some Sequence<(key: ObjectKey, row: ObjectRow)>, nextKey: ObjectKey? = nil
  ) {
    for (key, row) in entries {
      if key != self.key(at: rows.count) {
        precondition(key > self.key(at: rows.count), "keys ascend")
        nearLimit = Swift.min(nearLimit, rows.count)
        farRuns.append(KeyRun(firstKey: key.rawValue, firstPosition: rows.count))
      }
      rows.append(row)
    }
    guard let nextKey, nextKey > key(at: rows.count) else { return }
    nearLimit = Swift.min(nearLimit, rows.count)
    farRuns.append(KeyRun(firstKey: nextKey.rawValue, firstPosition: rows.count))
  }
}

extension ContiguousArray {
  /// The index of the first element of which the predicate is true, in an array where it is true of
  /// all elements after that one.
  fileprivate func partitioningIndex(_ isAfter: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if isAfter(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
