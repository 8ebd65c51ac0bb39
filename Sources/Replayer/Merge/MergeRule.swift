/// A rule of the merge; the raw values are headings of `docs/merge.md`.
public enum MergeRule: String, Hashable, Sendable, CaseIterable {
  /// Both sides add a class.
  case addTables = "add-table-and-add-table"
  /// One side adds a class that the other removes.
  case eraseTableAddTable = "erase-table-and-add-table"
  /// Both sides remove a class.
  case eraseTables = "erase-table-and-erase-table"
  /// One side links to a class that the other removes.
  case addColumnEraseTable = "add-column-and-erase-table"
  /// Both sides add a property.
  case addColumns = "add-column-and-add-column"
  /// One side adds a property that the other removes.
  case eraseColumnAddColumn = "erase-column-and-add-column"
  /// Both sides remove a property.
  case eraseColumns = "erase-column-and-erase-column"
  /// One side changes a property that the other removes.
  case eraseColumnUpdate = "erase-column-and-update"
  /// One side creates an object that the other removes.
  case eraseObjectCreateObject = "erase-object-and-create-object"
  /// Both sides remove an object.
  case eraseObjects = "erase-object-and-erase-object"
  /// Both sides set a place.
  case updates = "update-and-update"
  /// One side adds to what the other sets.
  case addIntegerUpdate = "add-integer-and-update"
  /// One side empties what the other sets.
  case clearUpdate = "clear-and-update"
  /// One side empties what the other adds to.
  case clearAddInteger = "clear-and-add-integer"
  /// Both sides empty a place.
  case clears = "clear-and-clear"
  /// One side changes a set that the other empties.
  case setInsertClear = "set-insert-and-clear"
  /// The same with a removal.
  case setEraseClear = "set-erase-and-clear"
  /// Both sides insert a value into a set.
  case setInserts = "set-insert-and-set-insert"
  /// One side inserts a value that the other removes.
  case setEraseSetInsert = "set-erase-and-set-insert"
  /// Both sides remove a value from a set.
  case setErases = "set-erase-and-set-erase"
  /// An insertion shifts an element that the other side sets.
  case arrayInsertUpdate = "array-insert-and-update"
  /// A move shifts an element that the other side sets.
  case arrayMoveUpdate = "array-move-and-update"
  /// A removal shifts or takes an element that the other side sets.
  case arrayEraseUpdate = "array-erase-and-update"
  /// Both sides insert into a list.
  case arrayInserts = "array-insert-and-array-insert"
  /// One side inserts, the other moves.
  case arrayMoveArrayInsert = "array-move-and-array-insert"
  /// One side inserts, the other removes.
  case arrayEraseArrayInsert = "array-erase-and-array-insert"
  /// Both sides move elements.
  case arrayMoves = "array-move-and-array-move"
  /// One side moves, the other removes.
  case arrayEraseArrayMove = "array-erase-and-array-move"
  /// Both sides remove elements.
  case arrayErases = "array-erase-and-array-erase"
  /// A list element that is emptied is shifted or removed by the other side. Only without defects.
  case listChangeClear = "list-change-and-clear"
  /// The class goes, with all that is in it.
  case insideErasedTable = "inside-erase-table"
  /// The object goes, with all that is in it.
  case insideErasedObject = "inside-erase-object"
  /// The value above is set to something else.
  case insideUpdate = "inside-update"
  /// The value above is an integer.
  case insideAddInteger = "inside-add-integer"
  /// An element is inserted before the one that the path leads through.
  case insideArrayInsert = "inside-array-insert"
  /// An element of the list that the path leads through is moved.
  case insideArrayMove = "inside-array-move"
  /// An element is removed, before the one that the path leads through or that one itself.
  case insideArrayErase = "inside-array-erase"
  /// What is above is emptied.
  case insideClear = "inside-clear"
}
