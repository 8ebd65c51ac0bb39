// How two instructions stand to each other (`docs/merge.md`, "What is the same")
extension MergeWork {
  func step(_ index: Int, of instruction: MergeInstruction) -> MergePathElement {
    instruction.step(index, in: steps)
  }

  /// Whether the first so many steps, which both have, are the same.
  private func areEqual(_ count: Int, _ a: MergeInstruction, _ b: MergeInstruction) -> Bool {
    for index in 0..<max(0, count) where step(index, of: a) != step(index, of: b) { return false }
    return true
  }

  private func isSameField(_ a: MergeInstruction, _ b: MergeInstruction) -> Bool {
    a.field == b.field && a.field >= 0
  }

  func isSameClass(_ first: Int32, _ second: Int32) -> Bool {
    self[first].className == self[second].className
  }

  func isSameObject(_ first: Int32, _ second: Int32) -> Bool {
    let object = self[first].object
    return object == self[second].object && object >= 0
  }

  /// Whether both are about one property of a class, in whatever objects, or about the class as such.
  func isSameProperty(_ first: Int32, _ second: Int32) -> Bool {
    isSameClass(first, second) && self[first].property == self[second].property
  }

  func isSamePath(_ first: Int32, _ second: Int32) -> Bool {
    let (a, b) = (self[first], self[second])
    return isSameField(a, b) && a.length == b.length && areEqual(a.stepCount, a, b)
  }

  func isSameContainer(_ first: Int32, _ second: Int32) -> Bool {
    let (a, b) = (self[first], self[second])
    return isSameField(a, b) && a.length == b.length && areEqual(a.stepCount - 1, a, b)
  }

  /// The step by which the path of `inner` continues below that of `outer`; nil if it does not.
  func nextStep(below outer: Int32, of inner: Int32) -> MergePathElement? {
    let (a, b) = (self[outer], self[inner])
    guard isSameField(a, b), a.length < b.length, areEqual(a.stepCount, a, b) else { return nil }
    return step(a.stepCount, of: b)
  }

  /// The step of `inner` through the list on whose elements `outer` acts; nil if it leads elsewhere.
  func stepThroughList(of outer: Int32, _ inner: Int32) -> MergePathElement? {
    let (a, b) = (self[outer], self[inner])
    guard isSameField(a, b), a.stepCount > 0, a.length < b.length,
      areEqual(a.stepCount - 1, a, b)
    else { return nil }
    return step(a.stepCount - 1, of: b)
  }

  mutating func setIndexThroughList(of outer: Int32, _ inner: Int32, to index: UInt32) {
    steps[Int(self[inner].steps) + self[outer].stepCount - 1] = MergePathElement(index: index)
    changesets[Int(self[inner].changeset)].isModified = true
  }
}
