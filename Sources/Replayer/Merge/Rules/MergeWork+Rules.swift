import TraceFormat

// What happens where two instructions meet: for each pair of kinds one rule or none
extension MergeWork {
  /// Applies the rule for two kinds, in whatever order they meet. Of two of one kind the first is ours.
  mutating func applyRule(_ ours: Int32, _ theirs: Int32) throws(MergeFailure) {
    if try !applyOrderedRule(ours, theirs) { _ = try applyOrderedRule(theirs, ours) }
  }

  /// False where there is no rule that names the kinds in this order.
  private mutating func applyOrderedRule(_ a: Int32, _ b: Int32) throws(MergeFailure) -> Bool {
    switch (self[a].kind, self[b].kind) {
    case (.addTable, .addTable): try run(.addTables, a, b, SchemaRules.addBoth)
    case (.eraseTable, .addTable): try run(.eraseTableAddTable, a, b, SchemaRules.dropWithErased)
    case (.eraseTable, .eraseTable): try run(.eraseTables, a, b, SchemaRules.eraseBoth)
    case (.addColumn, .eraseTable):
      try run(.addColumnEraseTable, a, b, SchemaRules.addColumnEraseTable)
    case (.addColumn, .addColumn): try run(.addColumns, a, b, SchemaRules.addBoth)
    case (.eraseColumn, .addColumn):
      try run(.eraseColumnAddColumn, a, b, SchemaRules.dropWithErased)
    case (.eraseColumn, .eraseColumn): try run(.eraseColumns, a, b, SchemaRules.eraseBoth)
    case (.eraseColumn, .update): try run(.eraseColumnUpdate, a, b, SchemaRules.dropWithErased)
    case (.eraseColumn, .addInteger), (.eraseColumn, .arrayInsert), (.eraseColumn, .arrayMove),
      (.eraseColumn, .arrayErase), (.eraseColumn, .clear), (.eraseColumn, .setInsert),
      (.eraseColumn, .setErase):
      try run(.eraseColumnUpdate, a, b, SchemaRules.dropOtherEdit)
    case (.eraseObject, .createObject):
      try run(.eraseObjectCreateObject, a, b, ObjectRules.dropWithErased)
    case (.eraseObject, .eraseObject): try run(.eraseObjects, a, b, ObjectRules.eraseBoth)
    case (.update, .update): try run(.updates, a, b, ValueRules.updates)
    case (.addInteger, .update): try run(.addIntegerUpdate, a, b, ValueRules.addIntegerUpdate)
    case (.clear, .update): try run(.clearUpdate, a, b, ValueRules.clearUpdate)
    case (.addInteger, .clear): try run(.clearAddInteger, a, b, SetRules.changeAndClear)
    case (.clear, .clear): try run(.clears, a, b, ValueRules.clears)
    case (.setInsert, .clear): try run(.setInsertClear, a, b, SetRules.changeAndClear)
    case (.setErase, .clear): try run(.setEraseClear, a, b, SetRules.changeAndClear)
    case (.setInsert, .setInsert): try run(.setInserts, a, b, SetRules.changes)
    case (.setErase, .setInsert): try run(.setEraseSetInsert, a, b, SetRules.changes)
    case (.setErase, .setErase): try run(.setErases, a, b, SetRules.removals)
    case (.arrayInsert, .update): try run(.arrayInsertUpdate, a, b, ListRules.insertUpdate)
    case (.arrayErase, .update): try run(.arrayEraseUpdate, a, b, ListRules.eraseUpdate)
    case (.arrayInsert, .arrayInsert): try run(.arrayInserts, a, b, ListRules.inserts)
    case (.arrayErase, .arrayInsert): try run(.arrayEraseArrayInsert, a, b, ListRules.eraseInsert)
    case (.arrayErase, .arrayErase): try run(.arrayErases, a, b, ListRules.erases)
    case (.arrayInsert, .clear), (.arrayMove, .clear), (.arrayErase, .clear):
      try run(.listChangeClear, a, b, ListRules.changeClear)
    case (.arrayMove, .update): try run(.arrayMoveUpdate, a, b, MoveRules.moveUpdate)
    case (.arrayMove, .arrayInsert): try run(.arrayMoveArrayInsert, a, b, MoveRules.moveInsert)
    case (.arrayMove, .arrayMove): try run(.arrayMoves, a, b, MoveRules.moves)
    case (.arrayErase, .arrayMove): try run(.arrayEraseArrayMove, a, b, MoveRules.eraseMove)
    default: false
    }
  }

  /// Applies the rule for what an instruction does to one whose path is longer.
  mutating func applyRule(outer: Int32, inner: Int32) throws(MergeFailure) {
    isInside = true
    defer { isInside = false }
    let (a, b) = (outer, inner)
    switch self[outer].kind {
    case .eraseTable: try run(.insideErasedTable, a, b, NestedRules.eraseTable)
    case .eraseObject: try run(.insideErasedObject, a, b, ObjectRules.dropWithErased)
    case .update: try run(.insideUpdate, a, b, NestedRules.update)
    case .addInteger: try run(.insideAddInteger, a, b, NestedRules.dropAllBelow)
    case .arrayInsert: try run(.insideArrayInsert, a, b, NestedRules.carry)
    case .arrayMove: try run(.insideArrayMove, a, b, NestedRules.arrayMove)
    case .arrayErase: try run(.insideArrayErase, a, b, NestedRules.carry)
    case .clear: try run(.insideClear, a, b, NestedRules.dropAllBelow)
    default: break
    }
  }

  @inline(__always) @discardableResult
  private mutating func run(
    _ rule: MergeRule, _ a: Int32, _ b: Int32,
    _ apply: (inout MergeWork, Int32, Int32) throws(MergeFailure) -> Void
  ) throws(MergeFailure) -> Bool {
    self.rule = rule
    try apply(&self, a, b)
    return true
  }
}
