import RealmModel
import TraceFormat

extension Recovery {
  /// A failure with the place at which Realm Core says it happened.
  func located(_ failure: RecoveryFailure, at instruction: Instruction) -> RecoveryFailure {
    guard case .apply(var failure) = failure, failure.failureClass == .badChangeset else {
      return failure
    }
    failure.message += " (\(place(of: instruction))\(Self.header)). Please contact support."
    return .apply(failure)
  }

  /// What the header of a changeset says; one that is recovered has none, so all is 0.
  private static let header =
    "version: 0, last_integrated_remote_version: 0, origin_file_ident: 0, timestamp: 0"

  /// The object, or at least the class, that the instruction acts on, where there is one.
  private func place(of instruction: Instruction) -> String {
    let name = changeset.string(instruction.table)
    guard let table = state.table(named: name) else { return "" }
    guard let key = instruction.object.map(changeset.value), table.find(key) != nil else {
      return "instruction table: \(name), "
    }
    let target = instruction.location.map { changeset.value($0).text } ?? "\(name)[\(key.text)]"
    return "instruction target: \(target), "
  }
}
