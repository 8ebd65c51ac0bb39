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
      if reset.isGoneOrChanged { total.isGoneOrChanged = true }
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
  /// What is counted, but for what each mode would have cost.
  private(set) var cluster: FleetCluster
  private var users: Set<UInt64> = []
  /// The numbers of the traces, each once.
  private(set) var traces: [UInt32] = []

  init(_ cause: FleetRowFacts.Cause, _ example: FleetRepresentative) {
    cluster = FleetCluster(
      key: cause.key, identifier: cause.cause.cluster, errorName: cause.errorName,
      representative: example)
  }

  /// Takes in a cause of a row; those of one row come one after the other.
  mutating func add(
    _ cause: FleetRowFacts.Cause, trace: UInt32, _ hasGaps: Bool,
    _ representative: FleetRepresentative
  ) {
    cluster.identifier = cluster.identifier.firstByBytes(cause.cause.cluster)
    cluster.errorName = cluster.errorName.firstByBytes(cause.errorName)
    cluster.harm.add { cause.cause.harm[$0] ?? 0 }
    if cause.isGoneOrChanged { cluster.isGoneOrChanged = true }
    if let user = cause.user { users.insert(user) }
    cluster.userCount = users.count
    guard traces.last != trace else { return }
    traces.append(trace)
    cluster.traceCount += 1
    cluster.gapTraceCount += hasGaps ? 1 : 0
    offer(representative)
  }

  mutating func offer(_ other: FleetRepresentative) {
    if other.isBetter(than: cluster.representative) { cluster.representative = other }
  }
}

// Traces that could not be replayed for one kind of reason, as far as the rows have been read.
extension FleetReport.ErrorGroup {
  struct Key: Hashable {
    var kind: FleetFailure.Kind
    var reason: RealmString?
    var isOfModes: Bool

    init(_ failure: FleetFailure, _ mode: ResetMode?) {
      (kind, reason) = (failure.kind, failure.reason.map { RealmString($0) })
      isOfModes = mode != nil
    }
  }

  init(_ row: FleetRow, _ failure: FleetFailure) {
    self.init(
      kind: failure.kind, reason: failure.reason.map { RealmString($0) }, rowCount: 0,
      traceCount: 0, example: row.trace.name, message: failure.message)
  }

  mutating func add(_ row: FleetRow, _ failure: FleetFailure, _ isFirstOfTrace: Bool) {
    rowCount += 1
    if let mode = row.mode, !modes.contains(mode) { modes.append(mode) }
    traceCount += isFirstOfTrace ? 1 : 0
    offer(row.trace.name, failure)
  }

  /// Takes an example, if it comes first by bytes.
  mutating func offer(_ name: RealmString, _ failure: FleetFailure) {
    if name < example {
      (example, message) = (name, failure.message)
    } else if name == example {
      message = message.firstByBytes(failure.message)
    }
  }
}
