internal import Analyzer
internal import TraceFormat

struct FleetModeTally {
  /// What is counted, but for how many users lose something.
  private(set) var total: FleetReport.ModeTotal
  private var users: Set<UInt64> = []
  private(set) var losses: [UInt64: FleetLoss] = [:]

  init(_ mode: ResetMode) { total = FleetReport.ModeTotal(mode: mode) }

  mutating func add(_ facts: FleetRowFacts, _ replay: FleetReplay) {
    total.traceCount += 1
    total.incidentCount += facts.isIncident ? 1 : 0
    total.failedCount += facts.isFailed ? 1 : 0
    users.formUnion(facts.users)
    total.incidentUserCount = users.count
    total.unknownCount += facts.unknownCount
    for reset in replay.resets {
      total.resetCount += reset.kind == .reset ? 1 : 0
      total.countedCount += reset.countedCount
      total.keptCount += reset.keptCount
      total.harm.add { reset.harm[$0] }
      if let user = facts.devices[reset.session] { losses[user, default: FleetLoss()].add(reset) }
      total.notKnownCount += reset.hidesWrites ? 1 : 0
      total.othersNotKnownCount += reset.hidesOthers ? 1 : 0
    }
    for session in replay.unanswered {
      total.notKnownCount += 1
      total.othersNotKnownCount += 1
      if let user = facts.devices[session.session] {
        losses[user, default: FleetLoss()].isHidden = true
      }
    }
  }
}

struct FleetClusterTally {
  private(set) var identifier: String?
  private(set) var errorName: String?
  private(set) var harm = HarmCounts()
  private(set) var users: Set<UInt64> = []
  /// The numbers of the traces, each once.
  private(set) var traces: [UInt32] = []
  private(set) var gapTraceCount = 0
  private(set) var representative: FleetRepresentative

  init(_ representative: FleetRepresentative) { self.representative = representative }

  mutating func add(
    _ cause: FleetRowFacts.Cause, trace: UInt32, _ hasGaps: Bool,
    _ representative: FleetRepresentative
  ) {
    identifier = identifier?.firstByBytes(cause.identifier) ?? cause.identifier
    errorName = errorName?.firstByBytes(cause.errorName) ?? cause.errorName
    harm.add { cause.harm[$0] }
    users.formUnion(cause.users)
    traces.append(trace)
    gapTraceCount += hasGaps ? 1 : 0
    offer(representative)
  }

  mutating func offer(_ other: FleetRepresentative) {
    if other.isBetter(than: representative) { representative = other }
  }
}

/// Traces that could not be replayed for one kind of reason, as far as the rows have been read.
struct FleetErrorTally {
  struct Key: Hashable {
    var kind: FleetFailure.Kind
    var reason: RealmString?
    var isOfModes: Bool

    init(_ failure: FleetFailure, _ mode: ResetMode?) {
      (kind, reason) = (failure.kind, failure.reason.map { RealmString($0) })
      isOfModes = mode != nil
    }
  }

  private var rowCount = 0
  private var traceCount = 0
  private(set) var modes: Set<ResetMode> = []
  private var example: (name: RealmString, message: String)?

  mutating func add(_ row: FleetRow, _ failure: FleetFailure, _ isFirstOfTrace: Bool) {
    rowCount += 1
    if let mode = row.mode { modes.insert(mode) }
    traceCount += isFirstOfTrace ? 1 : 0
    offer(row.trace.name, failure)
  }

  /// Takes an example, if it comes first by bytes.
  mutating func offer(_ name: RealmString, _ failure: FleetFailure) {
    guard let known = example else {
      example = (name, failure.message)
      return
    }
    if name < known.name {
      example = (name, failure.message)
    } else if name == known.name {
      example = (name, known.message.firstByBytes(failure.message))
    }
  }

  func group(_ key: Key) -> FleetReport.ErrorGroup {
    FleetReport.ErrorGroup(
      kind: key.kind, reason: key.reason, modes: ResetMode.inOrder.filter(modes.contains),
      rowCount: rowCount, traceCount: traceCount,
      example: example?.name ?? .empty,
      message: example?.message ?? "")
  }
}
