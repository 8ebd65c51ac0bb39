import RealmModel
import TraceFormat

// Where internal keys are not known, and Realm Core decides by them.
extension ResetRun {
  /// Notes which rulings, and what places, come out otherwise in a run that takes the numbers of a
  /// listing for internal keys. Where it ends otherwise, everything depends on them.
  mutating func noteWhatHangsOnInternalKeys(unlike other: ResetRun) {
    let (after, otherAfter) = (attempted.result.after, other.attempted.result.after)
    let endsAlike = attempts.map(\.ending) == other.attempts.map(\.ending)
    var hanging: [Int] = []
    for (index, pair) in zip(attempted.result.rulings, other.attempted.result.rulings).enumerated()
    {
      let changeset = unsynced[pair.0.changesetIndex].changeset
      let instruction = changeset.instructions[pair.0.instructionIndex]
      let isSame =
        endsAlike && pair.0.rule == pair.1.rule && pair.0.effect == pair.1.effect
        && after.hasSame(as: otherAfter, where: instruction, changeset)
      if !isSame { hanging.append(index) }
    }
    hangsOnInternalKeys =
      hangsOnInternalKeys || !endsAlike || !hanging.isEmpty || other.attempted.result.hasRawLinks
    for index in hanging
    where !attempted.result.rulings[index].notes.contains(.hangsOnInternalKeys) {
      attempted.result.rulings[index].notes.append(.hangsOnInternalKeys)
    }
  }
}

extension ResetResult {
  /// Whether a link was kept or written that internal keys alone speak for.
  fileprivate var hasRawLinks: Bool {
    (deviations + listCopies.flatMap(\.deviations)).contains {
      $0.kind == .wrongLinkKept || $0.kind == .rawLinkInserted
    }
  }
}

extension RealmState {
  fileprivate func hasSame(
    as other: RealmState, where instruction: Instruction, _ changeset: Changeset
  ) -> Bool {
    guard let name = ObjectName(instruction, in: changeset) else { return true }
    guard let location = instruction.location else {
      return contains(name.key, of: name.className) == other.contains(name.key, of: name.className)
    }
    let place = LocationValue(name.className, name.key, changeset.string(location.field))
    return value(at: place) == other.value(at: place)
  }
}
