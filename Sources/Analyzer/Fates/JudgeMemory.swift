internal import Replayer

/// What is known of the device and of the server's changes, remembered for outcomes of the same situation:
/// under another fault or in another mode a reset comes to something else, and the writes are the same.
///
/// It is no part of any judgement. Data is the same where it is so in memory.
package final class JudgeMemory {
  /// How many situations are remembered: those of some points of a session, to which outcomes under one
  /// fault after the other come back.
  private static let countMax = 12

  private var devices = RecentEntries<DeviceWrites>(countMax: JudgeMemory.countMax)
  private var histories = RecentEntries<ServerHistory>(countMax: JudgeMemory.countMax)

  /// Nothing is remembered yet.
  package init() {}

  func writes(of situation: ResetSituation) -> DeviceWrites {
    if let known = devices.last(where: { $0.isOf(situation) }) { return known }
    let writes = DeviceWrites(situation)
    devices.add(writes)
    return writes
  }

  func history(of outcome: Outcome, followsElements: Bool) -> ServerHistory {
    let known = histories.last { $0.isOf(outcome, followsElements: followsElements) }
    if let known { return known }
    let history = ServerHistory(outcome, followsElements: followsElements)
    histories.add(history)
    return history
  }
}
