package import Replayer

extension ReplayFailure {
  /// Why a trace could not be replayed; where faults made no reset due, with the reason of the first.
  package var words: String {
    guard case .noResetUnderFaults(let unfired) = self, let first = unfired.first else {
      return description
    }
    return "\(self): `\(first.fault.text)` never happened, because \(first.reason.words)"
  }
}
