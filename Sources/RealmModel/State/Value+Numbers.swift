package import TraceFormat

extension Value {
  /// Whether both are numbers that Realm holds equal, whatever their types and forms: 1 and 1.0, 1.5 and 1.50.
  package func isSameNumber(as other: Value) -> Bool {
    guard let number = numberCell, let otherNumber = other.numberCell else { return false }
    return CellOrder.compareMixed(number, otherNumber) == 0
  }

  /// Whether it is a number that Realm holds less than another; false where one of them is none.
  package func isLessNumber(than other: Value) -> Bool {
    guard let number = numberCell, let otherNumber = other.numberCell else { return false }
    return CellOrder.compareMixed(number, otherNumber) < 0
  }

  package var isNumber: Bool { numberCell != nil }

  private var numberCell: Cell? {
    switch self {
    case .int, .float, .double, .decimal: Cell(scalar: self)
    default: nil
    }
  }
}
