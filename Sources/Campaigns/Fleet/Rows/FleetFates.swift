public import Analyzer
public import Replayer
public import TraceFormat

/// Writes to one property of one class that became the same by the same rule.
public struct FleetFates: Codable, Hashable, Sendable {
  /// The class, as text (`RealmString.fleetName`).
  public var className: RealmString
  /// The property; nil for the class or its objects as such.
  public var property: RealmString?
  public var fate: Fate
  /// Why, for totals; nil for fates that have no cause.
  public var cause: Cause?
  /// The rule by which it was done; nil where the replay made no ruling.
  public var rule: RuleIdentifier?
  /// The engine's defects without which they would have become something else.
  public var defects: [String]
  /// How many writes those are.
  public var writeCount: Int
  /// How many of them the app made: without the edits that Realm records for a deletion.
  public var ownCount: Int

  private enum CodingKeys: String, CodingKey {
    case className = "class"
    case property, fate, cause, rule, defects
    case writeCount = "writes"
    case ownCount = "own"
  }
}

extension [FleetFates] {
  /// How many own writes have a fate that is not known.
  var unknownCount: Int { reduce(0) { $0 + ($1.fate == .unknown ? $1.ownCount : 0) } }
}

/// Harm to one property of one class that goes back to one rule and, where there is one, to one change
/// of the schema: what clusters are made of (`docs/fleet.md`, "Clusters").
package struct FleetCause: Codable, Hashable, Sendable {
  /// 16 hexadecimal digits that depend on the mode, the trigger, the rule, the class, the property and
  /// the change of the schema, and on nothing else.
  package var cluster: String
  /// Nil where the harm goes back to no ruling.
  package var rule: RuleIdentifier?
  package var className: RealmString
  package var property: RealmString?
  package var schemaChange: SchemaChange.Kind?
  package var defects: [String]
  /// How much of each class of harm there is; classes without any are not there.
  package var harm: [HarmClass: Int] = [:]

  private enum CodingKeys: String, CodingKey {
    case cluster, rule
    case className = "class"
    case property, schemaChange, defects
  }
}

/// A difference between the device's schema and the server's.
package struct FleetSchemaChange: Codable, Hashable, Sendable {
  package var kind: SchemaChange.Kind
  package var effect: SchemaChange.Effect
  package var className: RealmString
  package var property: RealmString?

  private enum CodingKeys: String, CodingKey {
    case kind = "change"
    case effect
    case className = "class"
    case property
  }
}

extension RealmString {
  /// The name as rows have it: itself where it is UTF-8, otherwise in hexadecimal digits such as
  /// `bytes"ff00"`; a name that could be taken for that is quoted, so that no two names become one.
  package var fleetName: RealmString {
    guard let text, !text.beginsWithBytes(of: "\""), !text.beginsWithBytes(of: "bytes\"") else {
      return RealmString(quotedText)
    }
    return self
  }
}

extension FleetCause {
  /// What its cluster is known by: XXH64 of what that is made of, each part with its length before it.
  func identifier(mode: ResetMode, _ trigger: FleetReset.Trigger) -> String {
    var bytes: [UInt8] = []
    func add(_ part: (some Collection<UInt8>)?) {
      bytes.append(part == nil ? 0 : 1)
      bytes.append(littleEndian: UInt32(part?.count ?? 0))
      if let part { bytes.append(contentsOf: part) }
    }
    add(mode.rawValue.utf8)
    add(trigger.action.rawValue.utf8)
    add((trigger.code.map(String.init) ?? trigger.name).utf8)
    add(rule?.rawValue.utf8)
    add(className.bytes)
    add(property?.bytes)
    add(schemaChange?.rawValue.utf8)
    return Hex.digest(XXH64.digest(bytes))
  }
}

extension FleetReplay {
  /// The causes of all resets in one: XXH64 of their clusters, sorted, each once; nil where nothing was
  /// destroyed. Traces with the same one lose data in the same ways.
  package var causeDigest: String? {
    let clusters = Set(resets.flatMap(\.causes).map(\.cluster)).sorted()
    guard !clusters.isEmpty else { return nil }
    return Hex.digest(XXH64.digest(Array(clusters.joined(separator: "\n").utf8)))
  }
}
