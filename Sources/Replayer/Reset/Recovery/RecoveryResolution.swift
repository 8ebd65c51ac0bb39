import RealmModel
import TraceFormat

/// The place at which a path ends in the fresh state.
enum RecoveryAddress {
  case property(ColumnShape, CellAddress, ListAddress)
  case list(CellAddress, ListAddress)
  case dictionary(CellAddress)
  case set(CellAddress)
  case listElement(ListElementAddress)
  case dictionaryEntry(dictionary: CellAddress, key: RealmString, parent: ListAddress)
  /// The path leads through a list element that the recovery inserted. The rest is not looked at
  /// here: the applier alone validates it.
  case throughTrackedElement
}

struct ListElementAddress {
  var list: CellAddress
  var index: Int
  var address: ListAddress
  /// Where the index is in the changeset's `pathElements`.
  var pathIndex: Int
}

/// What a path resolves to: a place, or a rule by which the instruction is dropped.
enum ResolvedPath {
  case place(RecoveryAddress)
  case dropped(RecoveryRuling)
}

enum RecoveryFailure: Error {
  /// The applier's, without the place at which Realm Core says it happened.
  case apply(ApplyFailure)
  case reset(ResetFailure)

  static func crash(_ reason: String) -> RecoveryFailure { .reset(.crash(reason)) }

  var resetFailure: ResetFailure {
    switch self {
    case .apply(let failure):
      switch failure.failureClass {
      case .badChangeset: ResetFailure(.badChangeset, message: failure.message)
      case .storage: ResetFailure(.rejectedByStorage, message: failure.message)
      case .assertion: ResetFailure(nil, message: failure.message)
      }
    case .reset(let failure): failure
    }
  }

  var rule: RuleIdentifier {
    switch resetFailure.failureClass {
    case nil: .aborts
    case .badChangeset: .badChangeset
    case .unrecoverable: .unrecoverable
    default: .rejectedByStorage
    }
  }
}
