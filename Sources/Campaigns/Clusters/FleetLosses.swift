internal import Analyzer
public import TraceFormat

/// How many users lose something in one mode, and how many of them another one saves.
///
/// Users are devices, as rows tell them apart. Those whose traces hide changes and show no loss are no part of the
/// whole: what is not shown is not a loss of 0.
public struct FleetLosses: Hashable, Sendable {
  /// How many users there is an answer for.
  public var answeredCount = 0
  /// How many of them lose a change, or a value that they had synced.
  public var userCount = 0
  /// The fewest changes that one of these loses.
  public var least = 0
  /// The most.
  public var most = 0
  /// Where all of it is left; nil where some of it is gone.
  public var leftIn: Files?
  /// How many more users may lose changes that the traces do not show.
  public var hidingCount = 0
  /// The modes in which the most of these users lose nothing, in order; empty where they lose something in every one.
  public var savingModes: [ResetMode] = []
  /// How many lose nothing in those.
  public var savedCount = 0

  /// The files that hold what no server takes.
  public enum Files: String, Hashable, Sendable, CaseIterable {
    /// The backups that resets leave.
    case backup
    /// The files that the devices use: no reset has made backups of them.
    case device
    /// Files of both kinds.
    case both
  }
}

struct FleetLoss: Hashable {
  /// Changes, and values that were synced.
  private(set) var goneCount = 0
  private(set) var backupCount = 0
  /// Changes that are left on the device without a reset, or by one in which the process ends.
  private(set) var deviceCount = 0
  var isHidden = false

  var count: Int { goneCount + backupCount + deviceCount }
  /// Whether it is known that nothing is lost.
  var isNone: Bool { count == 0 && !isHidden }

  mutating func add(_ reset: FleetReset) {
    // Rows of older versions have writes alone.
    goneCount += (reset.changes?.lost ?? reset.harm.lost) + reset.harm.acknowledgedLost
    let leftCount = reset.changes?.inBackupOnly ?? reset.harm.stranded
    switch reset.result {
    case .noReset, .crash: deviceCount += leftCount
    case .recovered, .discarded, .manual, .failed: backupCount += leftCount
    }
    if reset.hidesWrites || reset.changes?.notKnown ?? 0 > 0 { isHidden = true }
  }
}

extension FleetModeTally {
  /// - Parameter others: the same of the other modes, in order.
  func losses(besides others: [(mode: ResetMode, tally: FleetModeTally)]) -> FleetLosses {
    let losing = losses.filter { $0.value.count > 0 }
    let counts = losing.values.map(\.count)
    var all = FleetLosses()
    (all.userCount, all.least, all.most) = (losing.count, counts.min() ?? 0, counts.max() ?? 0)
    if !losing.isEmpty, losing.values.allSatisfy({ $0.goneCount == 0 }) {
      let isInBackup = losing.values.contains { $0.backupCount > 0 }
      let isOnDevice = losing.values.contains { $0.deviceCount > 0 }
      all.leftIn = isInBackup && isOnDevice ? .both : isOnDevice ? .device : .backup
    }
    all.hidingCount = losses.values.count { $0.count == 0 && $0.isHidden }
    all.answeredCount = losses.count - all.hidingCount
    let saved = others.map { other in
      (other.mode, losing.keys.count { other.tally.losses[$0]?.isNone == true })
    }
    all.savedCount = saved.map(\.1).max() ?? 0
    all.savingModes = saved.filter { $0.1 > 0 && $0.1 == all.savedCount }.map(\.0)
    return all
  }
}
