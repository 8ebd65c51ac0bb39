internal import RealmModel
internal import TraceFormat

/// The order of sets in files before format 24, whose texts and bytes stood otherwise (Realm Core: `set.cpp`).
enum SetOrder {
  /// The elements in the order that format 24 has: texts by their bytes, then binaries by theirs, where
  /// both stood before; nothing else moves.
  static func asOfFormat24(_ elements: [Cell]) -> [Cell] {
    let places = elements.indices.filter { elements[$0].textOrBytes != nil }
    let sorted = places.compactMap { elements[$0].textOrBytes }.sorted {
      $0.isText != $1.isText ? $0.isText : $0.value < $1.value
    }
    var ordered = elements
    for (place, element) in zip(places, sorted) {
      ordered[place] = element.isText ? .string(element.value) : .binary(element.value)
    }
    return ordered
  }
}

extension Cell {
  fileprivate var textOrBytes: (isText: Bool, value: RealmString)? {
    switch self {
    case .string(let value): (true, value)
    case .binary(let value): (false, value)
    default: nil
    }
  }
}
