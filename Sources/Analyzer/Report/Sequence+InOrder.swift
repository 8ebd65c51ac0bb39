extension Sequence {
  /// The elements of each key, in the order in which the keys first occur.
  @inlinable package func groupedInOrder<Key: Hashable>(
    by key: (Element) -> Key
  ) -> [(key: Key, elements: [Element])] {
    var numbers: [Key: Int] = [:]
    var groups: [(key: Key, elements: [Element])] = []
    for element in self {
      let key = key(element)
      let number = numbers.number(of: key)
      if number == groups.count {
        groups.append((key, [element]))
      } else {
        groups[number].elements.append(element)
      }
    }
    return groups
  }

  /// The elements in the order of a key; those with the same key stay as they are.
  @inlinable package func sortedStably<Key: Comparable>(by key: (Element) -> Key) -> [Element] {
    let elements = Array(self)
    let keys = elements.map(key)
    guard zip(keys, keys.dropFirst()).contains(where: >) else { return elements }
    return keys.indices.sorted { (keys[$0], $0) < (keys[$1], $1) }.map { elements[$0] }
  }
}

extension Dictionary where Value == Int {
  /// The number of a key: how many other keys were asked for before it.
  @inlinable package mutating func number(of key: Key) -> Int {
    let next = count
    func known(_ number: inout Int) -> Int {
      if number < 0 { number = next }
      return number
    }
    return known(&self[key, default: -1])
  }
}
