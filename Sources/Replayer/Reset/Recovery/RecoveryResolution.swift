import RealmModel
import TraceFormat

/// The place at which a path ends in the fresh state.
enum RecoveryAddress {
  case property(ColumnShape, CellAddress, ListAddress)
  case list(CellAddress, ListAddress)
  case dictionary(CellAddress)
  case set(CellAddress)
  /// `pathIndex` is where the index is in the changeset's `pathElements`.
  case listElement(ListElementAddress)
  case dictionaryEntry(dictionary: CellAddress, key: RealmString, parent: ListAddress)
  /// The path leads through a list element that the recovery inserted. The rest is not looked at
  /// here: the applier alone validates it.
  case throughTrackedElement
}

/// An element of a list that a path ends at.
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

/// A failure that ends a recovery.
enum RecoveryFailure: Error {
  /// The applier or the storage rejects an instruction.
  case apply(ApplyFailure)
  /// An instruction that doesn't fit; the message says at which place.
  case badChangeset(String)
  /// The recovery itself can't go on; Realm wraps these texts.
  case unrecoverable(String)
  /// A list could not be copied.
  case copy(ResetFailure)
  /// Realm Core terminates the process here.
  case crash(String)

  /// The failure of the reset that it amounts to.
  var resetFailure: ResetFailure {
    switch self {
    case .apply(let failure):
      switch failure.failureClass {
      case .badChangeset: ResetFailure(.badChangeset, message: failure.message)
      case .storage: ResetFailure(.rejectedByStorage, message: failure.message)
      case .assertion: ResetFailure(nil, message: failure.message)
      }
    case .badChangeset(let message): ResetFailure(.badChangeset, message: message)
    case .unrecoverable(let message): ResetFailure(.unrecoverable, message: message)
    case .copy(let failure): failure
    case .crash(let reason): ResetFailure(nil, message: reason)
    }
  }

  var rule: RuleIdentifier {
    switch self {
    case .apply(let failure):
      switch failure.failureClass {
      case .badChangeset: .badChangeset
      case .storage: .rejectedByStorage
      case .assertion: .aborts
      }
    case .badChangeset: .badChangeset
    case .unrecoverable: .unrecoverable
    case .copy(let failure): failure.failureClass == nil ? .aborts : .rejectedByStorage
    case .crash: .aborts
    }
  }
}
