internal import RealmModel
package import TraceFormat

/// The writes of a report in numbers: by class, by property and by cause.
package struct Breakdown: Sendable {
  /// In the order of their names.
  package var classes: [ClassLine]
  /// In the order of the documentation; only those that writes have.
  package var causes: [CauseLine]

  /// Counts writes one by one, so that no list of them is kept.
  package struct Counts: Sendable {
    package private(set) var writes = 0
    /// Fates that no write has are not there.
    package private(set) var fates: [Fate: Int] = [:]
    private var keys: Set<PrimaryKeyValue> = []

    package var objects: Int { keys.count }

    fileprivate mutating func count(_ write: JudgedWrite) {
      writes += 1
      if let object = write.address.object { keys.insert(object) }
      fates[write.fate, default: 0] += 1
    }
  }

  package struct ClassLine: Sendable {
    package var name: RealmString
    package var counts = Counts()
    fileprivate var parts: [Part: Counts] = [:]

    fileprivate mutating func count(_ write: JudgedWrite, in part: Part) {
      counts.count(write)
      parts[part, default: Counts()].count(write)
    }

    /// The class and its objects as wholes, then properties in the order of their names.
    package var properties: [(part: Part, counts: Counts)] {
      parts.map { ($0, $1) }.sorted {
        ($0.0.scope.rawValue, $0.0.name ?? .empty) < ($1.0.scope.rawValue, $1.0.name ?? .empty)
      }
    }
  }

  /// A part of a class that writes are about.
  package struct Part: Hashable, Sendable {
    package var scope: Scope
    /// The property's name; nil for the other scopes.
    package var name: RealmString?
  }

  package enum Scope: String, Hashable, Sendable, CaseIterable {
    /// The class: it was added or removed.
    case schemaClass = "class"
    /// An object: it was created or deleted.
    case object
    /// A property, its adding and removing included.
    case property
  }

  package struct CauseLine: Encodable, Hashable, Sendable {
    package var cause: Cause
    package var writes: Int
  }
}

extension Report {
  /// The writes in numbers; every sum of lines is that of all writes, but for causes, which not all writes have.
  package var breakdown: Breakdown {
    var classes: [RealmString: Breakdown.ClassLine] = [:]
    var causes: [Cause: Int] = [:]
    for write in writes {
      let (name, property) = (write.address.className, write.address.property)
      let scope: Breakdown.Scope =
        property != nil ? .property : write.address.object == nil ? .schemaClass : .object
      let part = Breakdown.Part(scope: scope, name: property)
      classes[name, default: .init(name: name)].count(write, in: part)
      if let cause = write.cause { causes[cause, default: 0] += 1 }
    }
    return Breakdown(
      classes: classes.values.sorted { $0.name < $1.name },
      causes: Cause.allCases.compactMap { cause in
        causes[cause].map { Breakdown.CauseLine(cause: cause, writes: $0) }
      })
  }
}
