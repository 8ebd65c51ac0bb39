/// The numbers that Realm had given to what a snapshot builds: its classes, columns and objects.
///
/// Changesets name things, and whoever applies them numbers them anew. Some outcomes of a client reset
/// depend on Realm's own numbers, which a file knows. Classes are in the order in which the snapshot's
/// changesets add them, objects of a class in the order in which they create them.
public struct SnapshotKeys: Hashable, Sendable {
  /// The hidden column of incoming links from one column.
  public struct IncomingColumn: Hashable, Sendable {
    /// Realm's number for the hidden column.
    public var column: Int64
    /// The class that the links come from.
    public var originTable: UInt32
    /// The column that they come from.
    public var originColumn: Int64

    /// A hidden column.
    public init(column: Int64, originTable: UInt32, originColumn: Int64) {
      (self.column, self.originTable, self.originColumn) = (column, originTable, originColumn)
    }
  }

  /// The order of the links to one object, where it is not the one in which the changesets make them.
  public struct IncomingOrder: Hashable, Sendable {
    /// The object that they lead to; negative for one that does not exist.
    public var object: Int64
    /// The hidden column.
    public var column: Int64
    /// The objects that they come from, in Realm's order.
    public var origins: [Int64]

    /// An order of links.
    public init(object: Int64, column: Int64, origins: [Int64]) {
      (self.object, self.column, self.origins) = (object, column, origins)
    }
  }

  /// The numbers of one class.
  public struct Table: Hashable, Sendable {
    /// The number of the class itself.
    public var table: UInt32
    /// How many columns were removed from it.
    public var columnsRemoved: UInt32 = 0
    /// Whether objects of it were ever known only as targets of links.
    public var everHadTombstone = false
    /// Which of ``columns`` is the primary key.
    public var primaryKeyIndex: UInt32?
    /// The columns in the order in which they were added, the primary key among them.
    public var columns: [Int64] = []
    /// The hidden columns.
    public var incoming: [IncomingColumn] = []
    /// The number that the next object gets, where it is not the one after the last.
    public var nextObject: Int64?
    /// The objects.
    public var objects: [Int64] = []
    /// Orders of links.
    public var orders: [IncomingOrder] = []

    /// A class without columns or objects.
    public init(table: UInt32) { self.table = table }
  }

  /// The classes.
  public var tables: [Table] = []
  /// Tables of Realm's own, which have numbers among those of the classes.
  public var privateTables: [UInt32] = []

  /// The numbers of nothing.
  public init() {}
}
