package import TraceFormat

/// What a path leads to.
package enum Spot {
  /// A property that holds one value.
  case property(CellAddress)
  case list(CellAddress)
  /// An element of a list, which need not exist.
  case listElement(CellAddress, index: Int)
  case dictionary(CellAddress)
  /// An entry of a dictionary, which need not exist.
  case entry(CellAddress, key: RealmString)
  case set(CellAddress)

  var nameInMessages: String {
    switch self {
    case .property: "(object, column)"
    case .list: "(list)"
    case .listElement: "(list, index)"
    case .dictionary, .entry: "(dictionary, key)"
    case .set: "(set)"
    }
  }
}
