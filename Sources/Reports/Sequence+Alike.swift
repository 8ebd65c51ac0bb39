extension Sequence {
  /// The elements that are alike together, in the order of the first of each group.
  ///
  /// - Parameter areAlike: gets the first of a group, and another element.
  func grouped(whereAlike areAlike: (Element, Element) -> Bool) -> [[Element]] {
    reduce(into: []) { groups, element in
      if let index = groups.firstIndex(where: { areAlike($0[0], element) }) {
        groups[index].append(element)
      } else {
        groups.append([element])
      }
    }
  }
}
