import Analyzer
import RealmModel
import Replayer
import TraceFormat

/// Holds verdicts to the states around the reset, by ways of its own: what a fate says must never be
/// contradicted by what is there.
struct FateChecks {
  let outcome: Outcome
  let report: Report
  private(set) var findings: [String] = []
  /// The instructions in the order of the writes.
  private let instructions: [(instruction: Instruction, changeset: Changeset)]
  private let rulings: [Ruling]

  init(_ outcome: Outcome) {
    self.outcome = outcome
    report = Analysis.report(of: outcome)
    instructions = outcome.situation.unsynced.flatMap { unsynced in
      unsynced.changeset.instructions.map { ($0, unsynced.changeset) }
    }
    rulings = outcome.result.rulings
    findings += FateSums(outcome, report.writes).findings
    checkTotals()
    guard findings.isEmpty, rulings.count == instructions.count else { return }
    for index in report.writes.indices {
      checkPlace(index)
      checkStates(index)
    }
  }

  private mutating func require(_ isTrue: Bool, _ index: Int, _ what: String) {
    if !isTrue { findings.append("write \(index), \(report.writes[index].summary): \(what)") }
  }

  private mutating func checkTotals() {
    for (sum, what) in [
      (report.totals.reduce(0) { $0 + $1.count }, "totals"),
      (report.transactions.reduce(0) { $0 + $1.writeCount }, "transactions"),
    ] where sum != instructions.count {
      findings.append("the \(what) add up to \(sum), and not to \(instructions.count)")
    }
  }
}

// What the reset did, in general
extension FateChecks {
  /// A recovered write is in the re-upload, itself or by the copy of its list.
  private mutating func checkPlace(_ index: Int) {
    let (write, ruling) = (report.writes[index], rulings[index])
    guard outcome.ending == .recovered, write.fate == .recovered else { return }
    switch ruling.effect {
    case .applied where ruling.rule.rawValue == "erased-with-object": break
    case .applied, .copiedWhole:
      let isCopied = outcome.result.listCopies.contains { copy in
        copy.place.table == write.address.className && copy.place.object == write.address.object
          && copy.place.field == write.address.property
      }
      require(isCopied || !ruling.emitted.isEmpty, index, "not in the re-upload")
    case .kept: break
    // A later copy of the list can bring back what was dropped.
    case .discarded: require(write.kind == .arrayInsert, index, "dropped")
    case .stranded, .failed: require(false, index, "\(ruling.effect)")
    }
  }

  private func place(_ index: Int) -> LocationValue? {
    let address = report.writes[index].address
    guard let object = address.object, let property = address.property else { return nil }
    return LocationValue(address.className, object, property, address.path)
  }

  private func isPlain(_ index: Int) -> Bool {
    report.writes[index].address.path.allSatisfy { if case .key = $0 { true } else { false } }
  }
}

// States
extension FateChecks {
  private mutating func checkStates(_ index: Int) {
    let write = report.writes[index]
    guard write.fate != .superseded, write.fate != .stranded, write.fate != .unknown else { return }
    let (instruction, changeset) = instructions[index]
    switch instruction {
    case .createObject, .eraseObject: checkObject(index)
    case .update(let it): checkUpdate(index, changeset.value(it.value))
    case .addInteger(let it): checkAddition(index, it.value)
    case .setInsert(let it): checkMember(index, changeset.value(it.value), isInsertion: true)
    case .setErase(let it): checkMember(index, changeset.value(it.value), isInsertion: false)
    case .arrayInsert(let it): checkInsertion(index, changeset.value(it.value))
    case .clear: checkClear(index)
    default: break
    }
  }

  private var isUploadOnly: (Int) -> Bool {
    { outcome.situation.local.schema(of: report.writes[$0].address.className)?.kind == .asymmetric }
  }

  private func has(_ state: RealmState, _ index: Int) -> Bool {
    let address = report.writes[index].address
    return address.object.map { state.contains($0, of: address.className) } ?? false
  }

  private mutating func checkObject(_ index: Int) {
    let write = report.writes[index]
    guard !isUploadOnly(index) else { return }
    let isCreation = write.kind == .createObject
    let (isThere, wasThere) = (
      has(outcome.result.after, index), has(outcome.situation.fresh, index)
    )
    switch write.fate {
    case .recovered, .conflicted: require(isThere == isCreation, index, "not so afterwards")
    case .lost: require(isThere != isCreation, index, "not lost")
    case .redundant where outcome.situation.serverChanges == nil:
      require(wasThere == isCreation, index, "not so on the server")
    default: break
    }
    if write.fate == .recovered, isCreation, write.threeWay == .deviceOnly,
      outcome.situation.base != nil
    {
      require(!wasThere || write.observed.before == .present, index, "the server has it")
    }
    if write.fate == .recovered, !isCreation { require(wasThere, index, "gone already") }
  }

  private mutating func checkUpdate(_ index: Int, _ written: PayloadValue) {
    let write = report.writes[index]
    guard isPlain(index), let place = place(index), write.rule?.rawValue != "erased-with-object",
      write.rule?.rawValue != "already-integrated"
    else { return }
    let (after, fresh) = (
      outcome.result.after.value(at: place), outcome.situation.fresh.value(at: place)
    )
    let isBuiltOn = report.writes[(index + 1)...].contains {
      $0.kind == .addInteger && $0.address == write.address
    }
    guard !isBuiltOn, !isUploadOnly(index) else { return }
    switch write.fate {
    case .recovered, .conflicted: require(shows(written, after), index, "afterwards \(text(after))")
    case .lost where written != .value(.null) && written != .erased && !written.isContainer:
      require(!shows(written, after), index, "not lost")
    case .redundant
    where written != .objectValue && !hasIntegrated(index) && write.impliedBy == nil:
      require(shows(written, fresh), index, "on the server \(text(fresh))")
    default: break
    }
    guard write.cause == .serverValueOverwritten, let base = outcome.situation.base else { return }
    // What the server took unheard or forgot, others may have changed back.
    let isBack = !outcome.situation.integrated.isEmpty || outcome.situation.restored != nil
    require(isBack || base.value(at: place) != fresh, index, "the server has not changed it")
    require(after != fresh || written.isContainer, index, "the server's value is there")
  }

  private func hasIntegrated(_ index: Int) -> Bool { report.writes[index].reason.isOfIntegrated }

  private func shows(_ written: PayloadValue, _ value: Value?) -> Bool {
    switch (written, value) {
    case (.erased, nil): true
    case (.objectValue, .embedded?), (.list, .list?), (.dictionary, .dictionary?): true
    case (_, .link(let link)?) where !link.isResolved: written == .value(.null)
    case (.value(let written), let value?):
      value == written || written.isSameNumber(as: value)
    default: false
    }
  }

  private func text(_ value: Value?) -> String { value.map { "\($0)" } ?? "nothing" }

  /// Additions to a number that nothing else was written to add up.
  private mutating func checkAddition(_ index: Int, _ operand: Int64) {
    let write = report.writes[index]
    guard isPlain(index), let place = place(index), outcome.ending == .recovered,
      write.fate == .recovered || write.fate == .conflicted
    else { return }
    let others = report.writes.indices.filter {
      report.writes[$0].address.object == write.address.object
        && report.writes[$0].address.className == write.address.className
    }
    guard others.allSatisfy({ report.writes[$0].kind == .addInteger || !touches($0, place) }),
      case .int(let fresh)? = outcome.situation.fresh.value(at: place),
      case .int(let after)? = outcome.result.after.value(at: place)
    else { return }
    var sum = fresh
    for other in others where self.place(other) == place {
      guard case .addInteger(let it) = instructions[other].instruction else { continue }
      sum &+= it.value
    }
    require(after == sum, index, "the server's \(fresh) became \(after)")
  }

  /// Whether a write could have changed what is at a place.
  private func touches(_ index: Int, _ place: LocationValue) -> Bool {
    guard let other = self.place(index) else { return true }
    return other.field == place.field
      && (place.path.starts(with: other.path) || other.path.starts(with: place.path))
  }

  private mutating func checkMember(_ index: Int, _ element: PayloadValue, isInsertion: Bool) {
    let write = report.writes[index]
    guard isPlain(index), let place = place(index), write.rule?.rawValue != "already-integrated",
      write.rule?.rawValue != "erased-with-object", !isUploadOnly(index), !hasIntegrated(index)
    else { return }
    func holds(_ state: RealmState) -> Bool {
      guard case .set(let elements)? = state.value(at: place) else { return false }
      return elements.contains { shows(element, $0) }
    }
    switch write.fate {
    case .recovered, .conflicted:
      require(holds(outcome.result.after) == isInsertion, index, "not so afterwards")
    case .lost where isInsertion: require(!holds(outcome.result.after), index, "not lost")
    case .redundant where write.rule?.rawValue != "set-insert-present":
      require(holds(outcome.situation.fresh) == isInsertion, index, "not so on the server")
    default: break
    }
  }

  /// An element that the device's list has in the end is in the final list.
  private mutating func checkInsertion(_ index: Int, _ value: PayloadValue) {
    let write = report.writes[index]
    guard let place = place(index), case .index? = place.path.last, outcome.ending == .recovered,
      isPlainExceptLast(place), write.fate == .recovered || write.fate == .lost
    else { return }
    let list = LocationValue(place.table, place.object, place.field, Array(place.path.dropLast()))
    guard case .list(let device)? = outcome.situation.local.value(at: list) else { return }
    var after: [Value] = []
    if case .list(let elements)? = outcome.result.after.value(at: list) { after = elements }
    if write.fate == .recovered, device.contains(where: { shows(value, $0) }) {
      require(after.contains { shows(value, $0) }, index, "not in \(after)")
    }
    if write.fate == .lost { require(device != after, index, "the lists are the same") }
  }

  private func isPlainExceptLast(_ place: LocationValue) -> Bool {
    place.path.dropLast().allSatisfy { if case .key = $0 { true } else { false } }
  }

  /// What a clearing leaves is the device's own.
  private mutating func checkClear(_ index: Int) {
    let write = report.writes[index]
    guard isPlain(index), let place = place(index), outcome.ending == .recovered,
      write.fate == .recovered || write.fate == .conflicted, !isUploadOnly(index)
    else { return }
    let (after, local) = (
      outcome.result.after.value(at: place), outcome.situation.local.value(at: place)
    )
    switch (after, local) {
    case (.list(let elements)?, .list(let others)?), (.set(let elements)?, .set(let others)?):
      require(elements.allSatisfy(others.contains), index, "\(elements) has more than \(others)")
    case (.dictionary(let entries)?, .dictionary(let others)?):
      let keys = Set(others.map(\.key))
      require(entries.allSatisfy { keys.contains($0.key) }, index, "more keys than the device")
    default: require(false, index, "afterwards \(text(after))")
    }
  }
}

extension PayloadValue {
  fileprivate var isContainer: Bool {
    switch self {
    case .objectValue, .list, .dictionary, .set: true
    default: false
    }
  }
}

extension FateReason {
  /// Whether the write is of a transaction that the server integrated.
  fileprivate var isOfIntegrated: Bool {
    switch self {
    case .needless(.integrated): true
    default: false
    }
  }
}
