import TraceFormat

// Every local instruction past every incoming one that it can meet
extension MergeWork {
  /// Chains that are read together, in the order of their instructions.
  struct Candidates {
    var heads: [Int32] = []

    mutating func add(_ chain: MergeAddresses.Chain) {
      if chain.first >= 0 { heads.append(chain.first) }
    }
  }

  mutating func walk() throws(MergeFailure) {
    settleInsertions()
    for number in ourInstructions { try walk(Int32(number), from: 0) }
    markNotANumber()
  }

  /// Pairs a local instruction with all incoming ones from a place in their order on.
  private mutating func walk(_ ours: Int32, from start: UInt64) throws(MergeFailure) {
    var candidates = self[ours].isSettled ? Candidates() : candidates(of: ours)
    while !self[ours].isDropped, let theirs = next(&candidates) {
      guard !self[theirs].isDropped, self[theirs].order >= start else { continue }
      try meet(ours, theirs)
      if let made = waiting {
        waiting = nil
        try walk(made, from: self[theirs].order + 1)
      }
    }
  }

  func next(_ candidates: inout Candidates) -> Int32? {
    guard var best = candidates.heads.indices.first else { return nil }
    for index in candidates.heads.indices.dropFirst()
    where order(candidates.heads[index]) < order(candidates.heads[best]) { best = index }
    let link = addresses.links[Int(candidates.heads[best])]
    if link.next < 0 {
      candidates.heads.remove(at: best)
    } else {
      candidates.heads[best] = link.next
    }
    return link.instruction
  }

  private func order(_ link: Int32) -> UInt64 { self[addresses.links[Int(link)].instruction].order }

  /// What of the other side may have an effect on an instruction, or it on that.
  func candidates(of number: Int32) -> Candidates {
    let it = self[number]
    var candidates = Candidates()
    if comparesAll {
      candidates.add(addresses.members(.all))
      return candidates
    }
    switch it.kind {
    case .addTable: addOwn(it.address, &candidates)
    case .eraseTable:
      if it.address >= 0 { candidates.add(addresses.inner(it.address)) }
      candidates.add(addresses.members(.linkers(it.className)))
    case .addColumn:
      candidates.add(addresses.members(.schema(it.className, it.property)))
      addOwn(it.above, &candidates)
      if let target = linkTarget(number), target != it.className {
        addOwn(addresses.knownClassAddress(target), &candidates)
      }
    case .eraseColumn:
      candidates.add(addresses.members(.schema(it.className, it.property)))
      candidates.add(addresses.members(.updates(it.className, it.property)))
      addOwn(it.above, &candidates)
    case .createObject:
      addOwn(it.address, &candidates)
      addOwn(it.above, &candidates)
    case .eraseObject:
      if it.address >= 0 { candidates.add(addresses.inner(it.address)) }
      addOwn(it.above, &candidates)
    default:
      if it.address >= 0 { candidates.add(addresses.inner(it.address)) }
      addAbove(it, &candidates)
      if it.kind == .update || !quirks.contains(.erasedPropertiesKeepEdits) {
        candidates.add(addresses.members(.schema(it.className, it.property)))
      }
    }
    return candidates
  }

  private func addOwn(_ address: Int32, _ candidates: inout Candidates) {
    if address >= 0 { candidates.add(addresses.own(address)) }
  }

  private func addAbove(_ it: MergeInstruction, _ candidates: inout Candidates) {
    var address = it.above
    while address >= 0 {
      candidates.add(addresses.own(address))
      address = addresses.parent(of: address)
    }
  }

  /// What two instructions do to each other: first what the outer one of two unequally long paths does
  /// to what lies below it, then what the pair of kinds does.
  private mutating func meet(_ ours: Int32, _ theirs: Int32) throws(MergeFailure) {
    if makeRoom(ours, theirs) { return }
    let before = (self[ours].variables, self[theirs].variables)
    let lengths = (self[ours].length, self[theirs].length)
    if lengths.1 < lengths.0 {
      try applyRule(outer: theirs, inner: ours)
      if self[ours].isDropped { return }
    } else if lengths.0 < lengths.1 {
      try applyRule(outer: ours, inner: theirs)
    }
    if !self[ours].isDropped, !self[theirs].isDropped {
      try applyRule(ours, theirs)
    }
    noteChange(ours, before.0)
    noteChange(theirs, before.1)
  }

  private mutating func noteChange(_ number: Int32, _ before: MergeInstruction.Variables) {
    guard !self[number].isDropped, self[number].variables != before else { return }
    markModified(self[number].changeset)
  }

  mutating func markModified(_ changeset: Int32) {
    // Mostly it is already, and to look is less than to write.
    if !changesets[Int(changeset)].isModified { changesets[Int(changeset)].isModified = true }
  }

  /// What `ListRules` does with two insertions into one list, without looking up and comparing paths: lists
  /// that both sides append to make most pairs by far. False, and nothing done, for all else.
  private mutating func makeRoom(_ ours: Int32, _ theirs: Int32) -> Bool {
    let (a, b) = (Int(ours), Int(theirs))
    guard instructions[a].isPlainInsertion, instructions[b].isPlainInsertion,
      instructions[a].address == instructions[b].address,
      instructions[a].variables.priorSize == instructions[b].variables.priorSize
    else { return false }
    ListRules.makeRoom(&self, ours, theirs)
    markModified(instructions[a].changeset)
    markModified(instructions[b].changeset)
    return true
  }
}
