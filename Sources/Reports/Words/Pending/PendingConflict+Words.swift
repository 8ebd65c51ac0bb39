package import Analyzer
internal import Campaigns
internal import RealmModel
package import TraceFormat

extension PendingConflict.Kind {
  /// What the writes meet, in a sentence without a final period.
  package var words: String {
    switch self {
    case .changed: "the target has changed it since the last sync"
    case .deleted: "the target has deleted the object since the last sync"
    case .missing: "the target does not have the object; whether it ever did is not known"
    case .exists: "the target has an object with this key already"
    case .differs: "the target declares it differently"
    case .alreadyThere: "the target has it already, nothing is left to do"
    case .addsUp: "the target has changed the number too; what the device adds is added to it"
    case .unknownBase: "the target has something else; what it was at the last sync is not known"
    case .unknownObject: "the target does not show which of its objects it is"
    }
  }
}

extension Phrase {
  package static func conflicts(_ open: Int, alreadyThere: Int, of writes: Int) -> String {
    let done = alreadyThere == 0 ? "" : "; \(alreadyThere.counted("write")) already there"
    return open == 0
      ? "No conflict: the target has nothing else at the places of \(writes.counted("write"))\(done)."
      : "\(open.counted("write")) of \(writes) in conflict with the target\(done)."
  }
}

extension Heading {
  package static let conflicts = "Compared with the target"
}

extension PendingConflict {
  /// A value of one side, or what a class or property is there, such as `int, optional`.
  package func words(for value: JSONText, columns: Int) -> String {
    guard address.object == nil, case .object(let members) = value else {
      return value.words(columns: columns)
    }
    return members.map { member in
      if case .bool(true) = member.value { return member.name }
      let text = words(for: member.value, columns: columns).filter { $0 != "\"" }
      return ["type", "kind"].contains(member.name) ? text : "\(member.name) \(text)"
    }.joined(separator: ", ")
  }
}
