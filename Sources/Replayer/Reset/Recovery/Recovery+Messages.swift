import RealmModel
import TraceFormat

extension Recovery {
  /// A failure with the place at which Realm Core says it happened; `instruction` is nil outside of its path.
  func located(_ failure: RecoveryFailure, at instruction: Instruction?) -> RecoveryFailure {
    guard case .apply(let failure) = failure, failure.failureClass == .badChangeset else {
      return failure
    }
    return .reset(
      ResetFailure(
        .badChangeset,
        message:
          "\(failure.message) (\(place(of: instruction))\(Self.header)). Please contact support."))
  }

  /// What the header of a changeset says; one that is recovered has none, so all is 0.
  private static let header =
    "version: 0, last_integrated_remote_version: 0, origin_file_ident: 0, timestamp: 0"

  /// The object, or at least the class, that was named last, which need not be the instruction's: one whose class is
  /// missing leaves the object of an earlier one (Realm Core: `sync/instruction_applier.cpp`, `bad_transaction_log`).
  private func place(of instruction: Instruction?) -> String {
    guard let (table, key) = remote.lastNamed else { return "" }
    let name = changeset.text(table)
    guard let key, !actsOnSchema(instruction) else { return "instruction table: \(name), " }
    var target = "\(name)[\(changeset.value(key).messageText)]"
    if let location = instruction?.location, location.table == table, location.object == key {
      target += ".\(changeset.text(location.field))"
      for element in changeset.elements(location.path) {
        switch element {
        case .key(let key): target += ".\(changeset.text(key))"
        case .index(let index): target += "[\(index)]"
        }
      }
    }
    return "instruction target: \(target), "
  }

  /// Whether objects are left out of the message: Realm looks the class of a column up before.
  private func actsOnSchema(_ instruction: Instruction?) -> Bool {
    switch instruction {
    case .addTable: true
    case .addColumn(let instruction): instruction.table == remote.lastNamed?.table
    default: false
    }
  }
}

extension Abort {
  var text: String {
    switch self {
    case .tombstoneBesideColumnGap(let className):
      "the first tombstone of class '\(className)', where a collection follows a removed property"
    case .nullErasedFromTypedSet: "SetErase of null on a set of a type other than Mixed"
    case .linkNotFound(let className):
      "a link to an object of class '\(className)', whose collection inside a Mixed value was overwritten"
    }
  }
}
