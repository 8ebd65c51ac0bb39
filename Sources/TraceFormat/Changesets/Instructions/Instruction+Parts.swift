extension Instruction {
  /// The class that the instruction names first.
  public var table: StringIndex {
    switch self {
    case .addTable(let it): it.table
    case .eraseTable(let it): it.table
    case .createObject(let it), .eraseObject(let it): it.table
    case .update(let it): it.location.table
    case .addInteger(let it): it.location.table
    case .addColumn(let it): it.table
    case .eraseColumn(let it): it.table
    case .arrayInsert(let it): it.location.table
    case .arrayMove(let it): it.location.table
    case .arrayErase(let it): it.location.table
    case .clear(let it): it.location.table
    case .setInsert(let it), .setErase(let it): it.location.table
    }
  }

  /// The object that the instruction acts on; nil for schema instructions.
  public var object: PrimaryKey? {
    switch self {
    case .createObject(let it), .eraseObject(let it): it.object
    default: location?.object
    }
  }

  /// Where the instruction acts, for those that act below an object. Setting it has no effect on the others.
  public var location: Location? {
    get {
      switch self {
      case .update(let it): it.location
      case .addInteger(let it): it.location
      case .arrayInsert(let it): it.location
      case .arrayMove(let it): it.location
      case .arrayErase(let it): it.location
      case .clear(let it): it.location
      case .setInsert(let it), .setErase(let it): it.location
      case .addTable, .eraseTable, .createObject, .eraseObject, .addColumn, .eraseColumn: nil
      }
    }
    set {
      guard let location = newValue else { return }
      switch self {
      case .update(let it):
        self = .update(.init(location: location, value: it.value, tail: it.tail))
      case .addInteger(let it): self = .addInteger(.init(location: location, value: it.value))
      case .arrayInsert(let it):
        self = .arrayInsert(.init(location: location, priorSize: it.priorSize, value: it.value))
      case .arrayMove(let it):
        self = .arrayMove(
          .init(location: location, destination: it.destination, priorSize: it.priorSize))
      case .arrayErase(let it):
        self = .arrayErase(.init(location: location, priorSize: it.priorSize))
      case .clear(let it): self = .clear(.init(location: location, collection: it.collection))
      case .setInsert(let it): self = .setInsert(.init(location: location, value: it.value))
      case .setErase(let it): self = .setErase(.init(location: location, value: it.value))
      case .addTable, .eraseTable, .createObject, .eraseObject, .addColumn, .eraseColumn: break
      }
    }
  }

  /// The value that the instruction carries, for those that carry one.
  public var value: Payload? {
    switch self {
    case .update(let it): it.value
    case .arrayInsert(let it): it.value
    case .setInsert(let it), .setErase(let it): it.value
    default: nil
    }
  }
}
