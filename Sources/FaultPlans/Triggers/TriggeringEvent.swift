package import TraceFormat

package protocol TriggeringEvent {
  var session: UInt32 { get }
  /// The versions that it is about: of a transaction, or of those in a message.
  var versions: [UInt64] { get }
  /// The changesets that it carries, as far as they can be read.
  var changesets: [Changeset] { get }
  var error: SyncError? { get }
  /// Who sent it, where it is a message of the wire.
  var direction: WireMessage.Direction? { get }
  /// The word that it begins with, where it is a message of the wire.
  var typeWord: String? { get }
}

extension TriggeringEvent {
  /// Whether all conditions hold: those on class, property and instruction of one and the same instruction.
  package func meets(_ conditions: [FaultCondition]) -> Bool {
    let ofInstructions = conditions.filter(\.isOfInstruction)
    return conditions.allSatisfy { $0.isOfInstruction || meets($0) }
      && (ofInstructions.isEmpty || hasInstruction(meeting: ofInstructions))
  }

  private func meets(_ condition: FaultCondition) -> Bool {
    switch condition.attribute {
    case .session: condition.holds(of: UInt64(session))
    case .version: versions.contains { condition.holds(of: $0) }
    case .code, .action: error.map { condition.holds(of: $0) } ?? false
    case .direction: direction.map { condition.holds(of: RealmString($0.rawValue)) } ?? false
    case .type: typeWord.map { condition.holds(of: RealmString($0)) } ?? false
    case .className, .property, .instruction: true
    }
  }

  private func hasInstruction(meeting conditions: [FaultCondition]) -> Bool {
    changesets.contains { changeset in
      changeset.instructions.contains { instruction in
        conditions.allSatisfy { $0.holds(of: instruction, in: changeset) }
      }
    }
  }
}

extension FaultCondition {
  fileprivate var isOfInstruction: Bool {
    attribute == .className || attribute == .property || attribute == .instruction
  }

  fileprivate func holds(of value: UInt64) -> Bool {
    guard case .number(let digits) = self.value, let wanted = UInt64(digits) else { return false }
    return comparison.holds(value, wanted)
  }

  fileprivate func holds(of value: RealmString) -> Bool {
    guard case .text(let wanted) = self.value else { return false }
    return comparison.holds(value, RealmString(wanted))
  }

  package func holds(of error: SyncError) -> Bool {
    switch attribute {
    case .action: return holds(of: RealmString(error.action.rawValue))
    case .code:
      guard case .number(let digits) = value, let wanted = Int32(digits), let code = error.code
      else { return false }
      return comparison.holds(code, wanted)
    default: return true
    }
  }

  package func holds(ofSession session: UInt32) -> Bool {
    attribute != .session || holds(of: UInt64(session))
  }

  fileprivate func holds(of instruction: Instruction, in changeset: Changeset) -> Bool {
    switch attribute {
    case .className: holds(of: changeset.string(instruction.table))
    case .property: instruction.property.map { holds(of: changeset.string($0)) } ?? false
    default: holds(of: RealmString(instruction.kind.name))
    }
  }
}

extension Instruction {
  fileprivate var property: StringIndex? {
    switch self {
    case .addColumn(let it): it.field
    case .eraseColumn(let it): it.field
    default: location?.field
    }
  }
}
