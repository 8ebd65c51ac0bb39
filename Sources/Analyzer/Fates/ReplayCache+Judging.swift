internal import Replayer

// What is known of the device and of the server's changes, for outcomes of the same situation: another fault or mode
// changes what a reset does, and not the writes. As many are remembered as a session has points that faults share.
extension ReplayCache {
  /// - Parameter own: what a caller knows of the situation already.
  @discardableResult
  func writes(of situation: ResetSituation, own: DeviceWrites? = nil) -> DeviceWrites {
    result { (known: DeviceWrites) in
      known.isOf(situation)
    } otherwise: {
      own ?? DeviceWrites(situation)
    }
  }

  func baseWithTaken(_ situation: ResetSituation, _ taken: [Int]) -> BaseWithTaken {
    result { (known: BaseWithTaken) in
      known.isOf(situation, taken)
    } otherwise: {
      BaseWithTaken(situation, taken)
    }
  }

  func serverChanges(of outcome: Outcome, followsElements: Bool) -> ServerChanges {
    result { (known: ServerChanges) in
      known.isOf(outcome, followsElements: followsElements)
    } otherwise: {
      ServerChanges(outcome, followsElements: followsElements)
    }
  }
}

extension DeviceWrites: CachedResult {
  static let countMax = 12
}

extension ServerChanges: CachedResult {
  package static let countMax = 12
}
