internal import Replayer

// What is known of the device and of the server's changes, for outcomes of the same situation: under another fault or in another mode
// a reset comes to something else, and the writes are the same. As many are remembered as some points of a session have, to which
// outcomes under one fault after the other come back.
extension ReplayCache {
  func writes(of situation: ResetSituation) -> DeviceWrites {
    result { (known: DeviceWrites) in
      known.isOf(situation)
    } otherwise: {
      DeviceWrites(situation)
    }
  }

  func history(of outcome: Outcome, followsElements: Bool) -> ServerHistory {
    result { (known: ServerHistory) in
      known.isOf(outcome, followsElements: followsElements)
    } otherwise: {
      ServerHistory(outcome, followsElements: followsElements)
    }
  }
}

extension DeviceWrites: CachedResult {
  static let countMax = 12
}

extension ServerHistory: CachedResult {
  static let countMax = 12
}
