internal import RealmModel
package import TraceFormat

/// What you decided, from the most specific to the least: about a change, an object, a device, a class.
package struct RescueDecisions {
  /// What a decision is about.
  package enum Scope: Hashable, Sendable {
    case change(Int)
    case object(RealmString, key: RealmString)
    /// The file, as the case names it.
    case device(RealmString)
    case className(RealmString)
  }

  /// The decisions, with the lines that they are in.
  package var rules: [Scope: (decision: RescueDecision, line: Int)] = [:]

  /// Nothing decided.
  package init() {}

  /// What becomes of a change, and the line that says so; nil for what follows from its standing alone.
  func decision(
    on change: RescueChange, in rescue: RescueCase
  ) -> (decision: RescueDecision, line: Int?) {
    let object = change.row.object
    let scopes: [Scope] = [
      .change(change.number), .object(object.className, key: object.key.plainText),
      .device(rescue.devices[change.device].file), .className(object.className),
    ]
    let rule = scopes.lazy.compactMap { rules[$0] }.first
    return (rule?.decision ?? change.standing.decision, rule?.line)
  }
}

extension PrimaryKeyValue {
  /// The key without a mark of its type, which all keys of a class have in common.
  package var plainText: RealmString {
    if case .string(let text) = self { return text }
    return RealmString(shortText)
  }
}
