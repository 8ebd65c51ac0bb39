internal import Analyzer
internal import Replayer
package import TraceFormat

/// What can go wrong with a reset, of whatever trace: plain words first, and behind them in brackets the
/// name by which the documents have it.
enum ResetProblem {
  /// Such as `writes lost: the server has deleted the object (object-gone)`.
  package static func writes(_ fate: Fate, _ cause: Cause?, _ rule: RuleIdentifier?) -> String {
    let what =
      switch fate {
      case .conflicted: "writes in conflict"
      case .stranded: "writes only in the device's file or its backup"
      default: "writes \(fate.rawValue)"
      }
    let why = cause.map { "\(what): \($0.meaning)" } ?? what
    return rule.map { "\(why) (\($0.rawValue))" } ?? why
  }

  /// Such as `the reset fails: the server lacks classes that the device has (classes-removed)`.
  ///
  /// - Parameter message: the entry of `docs/triage.md` that its message belongs to.
  package static func reset(
    _ ending: ResetEnding, _ failure: ResetFailureClass?, _ message: String?
  ) -> String {
    let what = ending == .crash ? "the process ends" : "the reset fails"
    let why = failure.map { "\(what): \($0.meaning)" } ?? what
    return message.map { "\(why) (\($0))" } ?? why
  }
}

extension ResetFailureClass {
  package var meaning: String {
    switch self {
    case .recoveryNotAllowed: "the server does not permit recovery"
    case .resetCycle: "an earlier reset was never completed"
    case .classesRemoved: "the server lacks classes that the device has"
    case .propertiesRemoved: "the server lacks properties that the device has"
    case .incompatiblePrimaryKey: "a class has another primary key on the server, or none"
    case .incompatibleType: "a property has another type on the server"
    case .incompatibleAttributes:
      "a property is optional, or a collection, on one side and not on the other"
    case .unrecoverable: "an unsynced write can't be carried out on the server's state"
    case .badChangeset: "an unsynced write does not fit the server's schema or state"
    case .rejectedByStorage: "what was to be written is refused by the storage"
    case .downloadFailed: "the server's state can't be downloaded"
    case .handlerThrew: "your app's handler throws"
    case .outOfDiskSpace: "the disk is full"
    }
  }
}
