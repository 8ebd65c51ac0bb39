internal import RealmModel
internal import TraceFormat

/// An instruction whose names and values are spelled out, before they are interned and encoded.
enum ScenarioInstruction: Hashable {
  case addTable(WrittenClass)
  case eraseTable(String)
  case addColumn(className: String, WrittenProperty)
  case eraseColumn(className: String, property: String)
  case createObject(ScenarioObjectName)
  case eraseObject(ScenarioObjectName)
  case update(ScenarioPlace, ScenarioPayload, Instruction.UpdateTail)
  case addInteger(ScenarioPlace, Int64)
  case arrayInsert(ScenarioPlace, ScenarioPayload, priorSize: UInt32)
  case arrayMove(ScenarioPlace, destination: UInt32, priorSize: UInt32)
  case arrayErase(ScenarioPlace, priorSize: UInt32)
  case clear(ScenarioPlace, CollectionKind)
  case setInsert(ScenarioPlace, ScenarioPayload)
  case setErase(ScenarioPlace, ScenarioPayload)
}

/// What an instruction carries: a value, or the order to make or remove something.
enum ScenarioPayload: Hashable {
  /// Null, a scalar or a link.
  case value(ScenarioValue)
  case objectValue
  case list
  case dictionary
  case set
  case erased
}
