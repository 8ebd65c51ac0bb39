import TraceFormat

// The instructions of both sides, with numbers instead of names
extension MergeWork {
  /// Theirs go into the index, ours are looked up in it.
  mutating func takeIn() {
    var (theirs, ours, elements) = (0, 0, 0)
    for (index, side) in changesets.enumerated() {
      let count = side.changeset.instructions.count
      if index < theirCount { theirs += count } else { ours += count }
      elements += side.changeset.pathElements.count
    }
    ourInstructions = theirs..<theirs + ours
    instructions.reserveCapacity(theirs + ours)
    steps.reserveCapacity(elements)
    addresses.reserve(theirs, names: names.count)
    for side in changesets[theirCount...] { needs.add(side.changeset) }
    for index in changesets.indices { takeIn(index, makes: index < theirCount) }
  }

  private mutating func takeIn(_ index: Int, makes: Bool) {
    let changeset = changesets[index].changeset
    for source in changeset.instructions.indices {
      let instruction = changeset.instructions[source]
      var taken = MergeInstruction(
        kind: instruction.kind, changeset: Int32(index), source: Int32(source), length: 1,
        className: names[index, instruction.table], order: Self.order(instructions.count))
      taken.read(instruction, names, index)
      if let location = instruction.location { takeIn(location, changeset, index, &taken) }
      findAddress(&taken, instruction.object.map { named($0, index) }, makes)
      instructions.append(taken)
      if makes { addToChains(Int32(instructions.count - 1), taken) }
    }
  }

  /// What the merge puts before an instruction comes between this number and the one before.
  static func order(_ number: Int, before position: Int? = nil) -> UInt64 {
    UInt64(number) << 32 | UInt64(position ?? Int(UInt32.max))
  }

  private mutating func takeIn(
    _ location: Location, _ changeset: Changeset, _ index: Int, _ taken: inout MergeInstruction
  ) {
    taken.property = names[index, location.field]
    taken.steps = Int32(steps.count)
    let (start, count) = (Int(location.path.start), Int(location.path.count))
    taken.length = 3 + Int32(count)
    for position in 0..<count {
      let step =
        switch changeset.pathElements[start + position] {
        case .index(let index): MergePathElement(index: index)
        case .key(let name): MergePathElement(name: names[index, name])
        }
      if position == count - 1 { taken.variables.last = step } else { steps.append(step) }
    }
    if taken.kind == .update, count > 0, taken.variables.last.isIndex {
      taken.isElementUpdate = true
      taken.isDefault = false
    }
  }

  private mutating func findAddress(
    _ it: inout MergeInstruction, _ key: PrimaryKey?, _ makes: Bool
  ) {
    it.above = addresses.classAddress(it.className, makes: makes)
    switch it.kind {
    case .addTable, .eraseTable: (it.address, it.above) = (it.above, -1)
    case .addColumn, .eraseColumn: break
    case .createObject, .eraseObject: findObject(&it, key, makes)
    default:
      findObject(&it, key, makes)
      findField(&it, makes)
    }
  }

  private mutating func findObject(
    _ it: inout MergeInstruction, _ key: PrimaryKey?, _ makes: Bool
  ) {
    guard let key else { return }
    it.object = addresses.objectAddress(it.className, key, makes: makes)
    it.address = it.object
  }

  private mutating func findField(_ it: inout MergeInstruction, _ makes: Bool) {
    guard it.object >= 0 else { return }
    descend(it.property, &it, makes)
    it.field = it.address
    for index in 0..<it.stepCount where it.address >= 0 {
      let step = step(index, of: it)
      guard !step.isIndex else {
        it.isPlainInsertion = it.kind == .arrayInsert && index == it.stepCount - 1
        return
      }
      descend(step.name, &it, makes)
    }
  }

  private mutating func descend(_ name: Int32, _ it: inout MergeInstruction, _ makes: Bool) {
    it.above = it.address
    it.address = addresses.address(name, below: it.above, makes: makes)
  }

  private mutating func addToChains(_ number: Int32, _ it: MergeInstruction) {
    if comparesAll { addresses.add(number, to: .all) }
    if needs.erasesClass {
      addresses.addInner(number, at: addresses.classAddress(it.className, makes: true))
    }
    switch it.kind {
    case .addTable, .eraseTable: addresses.addOwn(number, at: it.address)
    case .addColumn, .eraseColumn:
      addresses.add(number, to: .schema(it.className, it.property))
      if let target = linkTarget(number) { addresses.add(number, to: .linkers(target)) }
    case .createObject, .eraseObject:
      addresses.addOwn(number, at: it.object)
      if needs.erasesObject { addresses.addInner(number, at: it.object) }
    default: addPath(number, it)
    }
  }

  private mutating func addPath(_ number: Int32, _ it: MergeInstruction) {
    addresses.addOwn(number, at: it.address)
    var address = it.address
    while address != it.object {
      addresses.addInner(number, at: address)
      address = addresses.parent(of: address)
    }
    if needs.erasesObject { addresses.addInner(number, at: it.object) }
    if needs.erasesProperty, it.kind == .update || !quirks.contains(.erasedPropertiesKeepEdits) {
      addresses.add(number, to: .updates(it.className, it.property))
    }
  }

  func linkTarget(_ number: Int32) -> Int32? {
    guard self[number].kind == .addColumn, case .addColumn(let it) = source(number).instruction,
      it.type == .link, let target = it.linkTarget
    else { return nil }
    return names[Int(self[number].changeset), target]
  }
}

extension MergeNeeds {
  fileprivate mutating func add(_ changeset: Changeset) {
    for index in changeset.instructions.indices {
      switch changeset.instructions[index] {
      case .eraseTable: (erasesClass, erasesProperty) = (true, true)
      case .eraseColumn: erasesProperty = true
      case .eraseObject: erasesObject = true
      default: break
      }
    }
  }
}

extension MergeInstruction {
  /// Takes in what the rules read, apart from the path.
  fileprivate mutating func read(_ instruction: Instruction, _ names: MergeNames, _ index: Int) {
    switch instruction {
    case .addTable, .eraseTable: break
    case .createObject, .eraseObject: length = 2
    case .addColumn(let it): (length, property) = (2, names[index, it.field])
    case .eraseColumn(let it): (length, property) = (2, names[index, it.field])
    case .update(let it): read(it)
    case .addInteger(let it): variables.integer = it.value
    case .arrayInsert(let it): variables.priorSize = it.priorSize
    case .arrayMove(let it):
      (variables.destination, variables.priorSize) = (it.destination, it.priorSize)
    case .arrayErase(let it): variables.priorSize = it.priorSize
    case .clear(let it): collection = it.collection
    case .setInsert, .setErase: break
    }
  }

  private mutating func read(_ update: Instruction.Update) {
    valueType = update.value.type
    if case .int(let value) = update.value { variables.integer = value }
    switch update.tail {
    case .isDefault(let isDefault): self.isDefault = isDefault
    case .priorSize(let size): variables.priorSize = size
    }
  }
}
