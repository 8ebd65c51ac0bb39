import FaultPlans
import TraceFormat

extension ResetFailure {
  /// Realm Core terminates the process here, or continues with undefined behaviour.
  static func crash(_ reason: String) -> ResetFailure { ResetFailure(nil, message: reason) }

  /// The process ended on its own, and not by a crash of Realm Core's.
  package init(_ end: ProcessEnd) {
    self.init(
      nil,
      message:
        "the process ended \(end.relation.rawValue) step \(end.step.rawValue): \(end.step.meaning)")
  }

  /// Realm looks for a class that is gone, or a property or object, to change links that it had.
  static var lostClass: ResetFailure {
    ResetFailure(.rejectedByStorage, message: "No such table exists")
  }
}
