internal import Analyzer
internal import Replayer
internal import TraceFormat

struct FleetRowFacts {
  let mode: ResetMode
  private(set) var causes: [Cause] = []
  /// What the row's resets destroyed, and what is not known.
  private(set) var cost = 0
  private(set) var unknownCount = 0
  private(set) var gaps: Set<Gap.Kind> = []
  let isDamaged: Bool
  private(set) var isIncident = false
  private(set) var isFailed = false
  /// The users of the sessions with such an end.
  private(set) var users: Set<UInt64> = []
  /// The users of all sessions, by number.
  private(set) var devices: [UInt32: UInt64] = [:]
  /// Tells rows apart that say something else, within this process.
  let digest: Int32

  struct Cause {
    var key: FleetCluster.Key
    var cause: FleetCause
    var errorName: String
    var user: UInt64?
    var isGoneOrChanged: Bool
  }

  init(_ replay: FleetReplay, _ mode: ResetMode) {
    self.mode = mode
    isDamaged = replay.isDamaged
    digest = Int32(truncatingIfNeeded: replay.hashValue)
    for session in replay.sessions { devices[session.session] = Self.user(session.device) }
    for reset in replay.resets { take(reset, user: devices[reset.session]) }
  }

  var hasGaps: Bool { isDamaged || !gaps.isEmpty }

  /// The number that a user is counted by: rows have 16 hexadecimal digits.
  static func user(_ device: String) -> UInt64 { UInt64(device, radix: 16) ?? 0 }

  func representative(_ trace: FleetTrace) -> FleetRepresentative {
    FleetRepresentative(
      name: trace.name, sha256: trace.sha256, clusterCount: Set(causes.map(\.key)).count,
      cost: cost, hasGaps: hasGaps)
  }

  private mutating func take(_ reset: FleetReset, user: UInt64?) {
    let unknown = reset.unknownCount ?? reset.fates.unknownCount
    unknownCount += unknown
    cost += reset.harm.sum + unknown
    gaps.formUnion(reset.gaps.lazy.map(\.element))
    if reset.result == .failed || reset.result == .crash { isFailed = true }
    if reset.isIncident {
      isIncident = true
      if let user { users.insert(user) }
    }
    causes += reset.causes.map { cause in
      Cause(
        key: FleetCluster.Key(cause, of: reset.trigger, mode: mode), cause: cause,
        errorName: reset.trigger.name, user: user,
        isGoneOrChanged: reset.isGoneOrChanged && cause.harm[.acknowledgedLost] != nil)
    }
  }
}

extension FleetReset {
  /// Whether it is a reset, or something was destroyed without one.
  var isIncident: Bool { kind != .unsynced || harm.sum > 0 }
}

extension HarmCounts {
  /// - Parameter count: how much there is more of each class.
  mutating func add(_ count: (HarmClass) -> Int) {
    lost += count(.lost)
    stranded += count(.stranded)
    overwritten += count(.overwritten)
    doubled += count(.doubled)
    acknowledgedLost += count(.acknowledgedLost)
  }
}

extension String {
  func firstByBytes(_ other: String) -> String {
    other.utf8.lexicographicallyPrecedes(utf8) ? other : self
  }
}
