internal import RealmModel
package import TraceFormat

/// A case: files of devices, a target, and what is in the folder's `changes.ndjson`.
package struct RescueCase: Codable, Sendable {
  /// A file of a device.
  package struct Device: Codable, Sendable {
    package var file: RealmString
    /// 64 hexadecimal digits; nil where the file could not be read.
    package var sha256: String?
    /// Why it could not be read, or not all of it.
    package var problem: String?
    package var counts: [RescueCount] = []
    /// The SHA-256 of the device's file where this is a trace that was made of it: the survey alone needs it.
    package var original: String?
    /// Where it is known whose file it is: the survey alone needs it.
    package var generation: RescueGeneration?

    private enum CodingKeys: String, CodingKey { case file, sha256, problem, counts }

    package init(_ file: RealmString) { self.file = file }
  }

  /// The version of the case's files. Additions keep it; anything else raises it.
  package var version = 1
  /// The version of tracetool.
  package var tool: String
  /// The target as the command line names it.
  package var target: String
  /// The form of files, where the target is files.
  package var form: String?
  package var devices: [Device] = []
  package var counts: [RescueCount] = []
  /// How many values the target's form rounds.
  package var roundedCount = 0
  /// The SHA-256 of `changes.ndjson`.
  package var digest = ""

  package init(tool: String, target: String, form: String?) {
    (self.tool, self.target, self.form) = (tool, target, form)
  }

  package func holds(_ change: RescueChange) -> Bool {
    devices.indices.contains(change.device) && (0..<counts.count()).contains(change.number)
      && (change.added == nil || change.fields.count == 1)
  }

  /// What rows of decisions name the case by.
  package var mark: String { "case-" + digest.prefix(16) }
}

/// How many changes have a standing.
package struct RescueCount: Codable, Sendable {
  package var standing: RescueStanding
  package var count: Int
}

extension [RescueCount] {
  /// How many changes have one of the standings that are counted.
  package func count(_ isCounted: (RescueStanding) -> Bool = { _ in true }) -> Int {
    reduce(0) { $0 + (isCounted($1.standing) ? $1.count : 0) }
  }

  mutating func add(_ standing: RescueStanding) {
    if let index = firstIndex(where: { $0.standing == standing }) {
      self[index].count += 1
    } else {
      append(RescueCount(standing: standing, count: 1))
    }
  }
}

/// What you decided, from the most specific to the least: about a change, an object, a device, a class.
package struct RescueDecisions {
  package enum Scope: Hashable, Sendable {
    case change(Int)
    case object(RealmString, key: RealmString)
    /// The file, as the case names it.
    case device(RealmString)
    case className(RealmString)
  }

  /// The decisions, with the lines that they are in.
  package var rules: [Scope: (decision: RescueDecision, line: Int)] = [:]

  package init() {}

  /// What becomes of a change, and the line that says so; nil for what follows from its standing alone.
  func decision(
    on change: RescueChange, in rescue: RescueCase
  ) -> (decision: RescueDecision, line: Int?) {
    let scopes = Self.scopes(of: change, in: rescue)
    // What a copy of a file adds is added again only where a row is about that very change.
    let isOfCopy = change.kind == .add && change.standing == .repeated
    let rule = scopes.prefix(isOfCopy ? 1 : scopes.count).lazy.compactMap { rules[$0] }.first
    return (rule?.decision ?? change.standing.decision, rule?.line)
  }

  private static func scopes(of change: RescueChange, in rescue: RescueCase) -> [Scope] {
    let object = change.row.object
    return [
      .change(change.number), .object(object.className, key: object.key.plainText),
      .device(rescue.devices[change.device].file), .className(object.className),
    ]
  }

  /// The first line about a class or an object that no change is about; nil where there is none.
  ///
  /// - Parameter next: gives the next change of the case, as long as it is asked; nil at the end.
  /// - Throws: what it throws.
  package func lineAboutNothing(
    in rescue: RescueCase, _ next: () throws -> RescueChange?
  ) throws -> Int? {
    var left = rules.filter { scope, _ in
      switch scope {
      case .object, .className: true
      case .change, .device: false
      }
    }
    while !left.isEmpty, let change = try next() {
      for scope in Self.scopes(of: change, in: rescue) { left[scope] = nil }
    }
    return left.values.map { $0.line }.min()
  }
}

extension PrimaryKeyValue {
  /// The key without a mark of its type, which all keys of a class have in common.
  package var plainText: RealmString {
    if case .string(let text) = self { return text }
    return RealmString(shortText)
  }
}
