/// A fault planted in what a run compares, so that it shows whether the invariant would notice: one or more for each.
enum PlantedFault: CaseIterable {
  /// 1. A device has an object less than the server.
  case deviceLosesObject
  /// 1. The server stores nothing of a transaction.
  case serverDropsChange
  /// 2. The replay has none of Realm Core's defects.
  case idealRecovery
  /// 2. The recording does not tell of the last transaction.
  case transactionNotRecorded
  /// 2. The replay takes another mode than the device.
  case otherMode
  /// 2. What went wrong in a device's reset is left out of its replay.
  case troubleLeftOut
  /// 3. On the wire, what is unknown is reported as lost.
  case unknownIsLost
  /// 3. The device's file has nothing unsynced.
  case fileForgets
  /// 4. A report leaves out a write.
  case writeLeftOut
  /// 4. A report leaves out what a restored server has forgotten.
  case lossLeftOut
  /// 5. A report in JSON has another number.
  case otherNumber
  /// 6. What is read of a cut recording has a record twice.
  case recordTwice
  /// 6. Scrubbing forgets a string.
  case stringNotScrubbed
  /// 6. A write that was unsynced is not pending.
  case pendingForgets
  /// 7. A run may not have a single event.
  case noBudget

  /// The promise that it breaks.
  var promise: Int {
    switch self {
    case .deviceLosesObject, .serverDropsChange: 1
    case .idealRecovery, .transactionNotRecorded, .otherMode, .troubleLeftOut: 2
    case .unknownIsLost, .fileForgets: 3
    case .writeLeftOut, .lossLeftOut: 4
    case .otherNumber: 5
    case .recordTwice, .stringNotScrubbed, .pendingForgets: 6
    case .noBudget: 7
    }
  }
}
