package import Analyzer
internal import TraceFormat

extension IncomingChange {
  package enum Kind: Hashable, Sendable {
    case created
    case deleted
    case changed
  }

  package var kind: Kind {
    switch (before, server) {
    case (.absent, _): .created
    case (_, .absent): .deleted
    default: .changed
    }
  }

  /// What happened, without the place: such as `20 → 200`, or `deleted {v: 10}`.
  ///
  /// - Parameter columns: How much of each value is shown.
  package func words(columns: Int) -> String {
    switch kind {
    case .created where server == .present: "added"
    case .created: "created\(Self.contents(of: server, columns))"
    case .deleted where before == .present: "removed"
    case .deleted: "deleted\(Self.contents(of: before, columns))"
    case .changed: "\(before.text(columns: columns)) → \(server.text(columns: columns))"
    }
  }

  /// What an object had in it, behind a space; empty where it had nothing but its key.
  private static func contents(of object: ObservedValue, _ columns: Int) -> String {
    if case .value(.embedded(let object)) = object, object.properties.isEmpty { return "" }
    return " " + object.text(columns: columns)
  }

  /// What the device has after the reset, if that is known.
  func deviceWords(columns: Int) -> String? {
    after.map { "the device has \($0.text(columns: columns))" }
  }
}

extension IncomingChange.Kind {
  package func words(_ count: Int) -> String {
    let objects = count.counted("object")
    return switch self {
    case .created: "\(objects) created"
    case .deleted: "\(objects) deleted"
    case .changed: "changed in \(objects)"
    }
  }
}

extension Phrase {
  static func notIn(_ modes: [ResetMode]) -> String {
    "not in \(modes.map(\.optionName).joined(separator: ", "))"
  }
}

extension IncomingChanges {
  package static let title = "What the server has changed"

  var countSentence: String {
    guard let changes, !changes.isEmpty else { return sentence }
    return "\(changes.count.counted("change")) since the last sync."
  }

  /// How many there are and how many the device has after the reset, in one sentence.
  package var sentence: String {
    guard let changes else {
      return "The trace does not show the last sync, so the server's changes are not known."
    }
    guard !changes.isEmpty else { return "Nothing since the last sync." }
    guard changes.allSatisfy({ $0.arrives != nil }) else { return countSentence }
    let arriving = changes.count { $0.arrives == true }
    let all = "\(changes.count.counted("change")) since the last sync"
    return switch arriving {
    case 0 where changes.count == 1: "\(all), which the device does not have after the reset."
    case 0: "\(all), none of which the device has after the reset."
    case changes.count:
      "\(all), and the device has \(changes.count == 1 ? "it" : "all") after the reset."
    default: "\(all), of which the device has \(arriving) after the reset."
    }
  }
}
