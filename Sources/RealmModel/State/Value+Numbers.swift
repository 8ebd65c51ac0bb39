extension Value {
  /// Whether both are numbers that Realm holds equal, whatever their types and forms: 1 and 1.0,
  /// 1.5 and 1.50.
  package func isSameNumber(as other: Value) -> Bool {
    guard let number = numberCell, let otherNumber = other.numberCell else { return false }
    return CellOrder.compareMixed(number, otherNumber) == 0
  }

  private var numberCell: Cell? {
    switch self {
    case .int(let value): .int(value)
    case .float(let bits): .float(bitPattern: bits)
    case .double(let bits): .double(bitPattern: bits)
    case .decimal(let value): .decimal(value)
    default: nil
    }
  }
}
