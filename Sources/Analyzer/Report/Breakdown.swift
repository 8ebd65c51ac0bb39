internal import RealmModel
internal import Replayer
package import TraceFormat

/// The writes of a report in numbers: by class, by property and by cause (`docs/report.md`, "In
/// numbers").
package struct Breakdown: Hashable, Sendable {
  /// In the order of their names.
  package var classes: [ClassLine]
  /// In the order of the documentation; only those that writes have.
  package var causes: [CauseLine]

  /// How many writes there are, to how many objects, and with which fates.
  package struct Counts: Hashable, Sendable {
    package var writes: Int
    package var objects: Int
    /// Fates that no write has are not there.
    package var fates: [Fate: Int]
  }

  package struct ClassLine: Hashable, Sendable {
    package var name: RealmString
    package var counts: Counts
    /// The class and its objects as wholes, then properties in the order of their names.
    package var properties: [PropertyLine]
  }

  package struct PropertyLine: Hashable, Sendable {
    package var scope: Scope
    /// The property's name; nil for the other scopes.
    package var name: RealmString?
    package var counts: Counts
  }

  /// What writes are about.
  package enum Scope: String, Hashable, Sendable, CaseIterable {
    /// The class: it was added or removed.
    case schemaClass = "class"
    /// An object: it was created or deleted.
    case object
    /// A property, its adding and removing included.
    case property
  }

  package struct CauseLine: Hashable, Sendable {
    package var cause: Cause
    package var writes: Int
  }
}

extension Report {
  /// The writes in numbers; every sum of lines is that of all writes, but for causes, which not all
  /// writes have.
  package var breakdown: Breakdown {
    let classes = Dictionary(grouping: writes, by: \.address.className)
    let causes = Dictionary(grouping: writes.compactMap(\.cause)) { $0 }.mapValues(\.count)
    return Breakdown(
      classes: classes.keys.sorted().map { Breakdown.ClassLine($0, classes[$0] ?? []) },
      causes: Cause.allCases.compactMap { cause in
        causes[cause].map { Breakdown.CauseLine(cause: cause, writes: $0) }
      })
  }
}

extension Breakdown.ClassLine {
  fileprivate init(_ name: RealmString, _ writes: [JudgedWrite]) {
    self.init(name: name, counts: Breakdown.Counts(writes), properties: [])
    let (named, whole) = (writes.filter(\.hasProperty), writes.filter { !$0.hasProperty })
    for (scope, writes) in [
      (Breakdown.Scope.schemaClass, whole.filter { $0.address.object == nil }),
      (.object, whole.filter { $0.address.object != nil }),
    ] where !writes.isEmpty {
      properties.append(.init(scope: scope, counts: Breakdown.Counts(writes)))
    }
    let groups = Dictionary(grouping: named, by: \.address.property)
    properties += groups.compactMap { name, writes in name.map { ($0, writes) } }
      .sorted { $0.0 < $1.0 }
      .map { .init(scope: .property, name: $0, counts: Breakdown.Counts($1)) }
  }
}

extension Breakdown.Counts {
  fileprivate init(_ writes: [JudgedWrite]) {
    self.init(
      writes: writes.count, objects: Set(writes.compactMap(\.address.object)).count,
      fates: Dictionary(grouping: writes, by: \.fate).mapValues(\.count))
  }
}

extension JudgedWrite {
  fileprivate var hasProperty: Bool { address.property != nil }
}
