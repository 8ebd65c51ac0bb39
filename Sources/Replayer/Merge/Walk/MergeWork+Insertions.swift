import TraceFormat

// Lists that both sides do nothing to but insert: what comparing every pair leads to, without the pairs
extension MergeWork {
  /// Settles such lists before the walk. Where anything about one is unusual the walk has it to itself, and
  /// says what is wrong.
  mutating func settleInsertions() {
    guard !comparesAll, !needs.erasesProperty, quirks.contains(.erasedPropertiesKeepEdits) else {
      return
    }
    var lists: [Int32: [Int32]] = [:]
    for number in ourInstructions.lazy.map(Int32.init) where isIntoProperty(number) {
      lists[self[number].field, default: []].append(number)
    }
    guard !lists.isEmpty else { return }
    var erasedObjects: Set<Int32> = []
    for number in ourInstructions.lazy.map(Int32.init) where self[number].object >= 0 {
      if self[number].kind == .eraseObject { erasedObjects.insert(self[number].object) }
      if self[number].field >= 0, !isIntoProperty(number) { lists[self[number].field] = nil }
    }
    for ours in lists.values where !erasedObjects.contains(self[ours[0]].object) {
      if let theirs = insertions(metBy: ours[0]), !theirs.isEmpty { settle(ours, theirs) }
    }
  }

  /// Whether it inserts into a list that is itself the value of a property.
  private func isIntoProperty(_ number: Int32) -> Bool {
    self[number].isPlainInsertion && self[number].address == self[number].field
  }

  /// What an insertion meets if that is insertions into its own list, and what no rule compares it with.
  private func insertions(metBy ours: Int32) -> [Int32]? {
    var (candidates, found) = (candidates(of: ours), [Int32]())
    while let number = next(&candidates) {
      if isIntoProperty(number), self[number].field == self[ours].field {
        found.append(number)
      } else if self[number].kind != .createObject, self[number].kind != .addTable {
        return nil
      }
    }
    return found
  }

  /// Both sides must have counted their own insertions from one size on, and the clocks of theirs must not
  /// have gone backwards: then what stands before an insertion of ours at its place are those of theirs up
  /// to the last that was not written later.
  private mutating func settle(_ ours: [Int32], _ theirs: [Int32]) {
    let size = Int(self[ours[0]].variables.priorSize)
    guard size + ours.count + theirs.count <= Int(UInt32.max),
      areSequence(ours, from: size), areSequence(theirs, from: size),
      zip(theirs, theirs.dropFirst()).allSatisfy({ !isEarlier($1, $0) })
    else { return }
    var order = InsertionOrder(theirs: theirs.map { Int(self[$0].index) })
    for number in ours {
      let known = theirs.partitioningIndex { isEarlier(number, $0) }
      let before = order.insert(at: Int(self[number].index), behindTheirsBelow: known)
      makeRoom(number, before: before, of: theirs.count)
    }
    for (number, before) in zip(theirs, order.oursBeforeTheirs) {
      makeRoom(number, before: before, of: ours.count)
    }
  }

  private func areSequence(_ numbers: [Int32], from size: Int) -> Bool {
    zip(size..., numbers).allSatisfy { size, number in
      Int(self[number].variables.priorSize) == size && Int(self[number].index) <= size
    }
  }

  private mutating func makeRoom(_ number: Int32, before: Int, of count: Int) {
    self[number].isSettled = true
    self[number].index += UInt32(before)
    self[number].variables.priorSize += UInt32(count)
    markModified(self[number].changeset)
  }
}
