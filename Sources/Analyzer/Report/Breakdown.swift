internal import RealmModel
package import TraceFormat

/// The writes of a report in numbers: by class, by property and by cause.
package struct Breakdown: Hashable, Sendable {
  /// In the order of their names.
  package var classes: [ClassLine]
  /// In the order of the documentation; only those that writes have.
  package var causes: [CauseLine]

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
    var classes: [RealmString: Breakdown.ClassTally] = [:]
    var causes: [Cause: Int] = [:]
    for write in writes {
      classes[write.address.className, default: Breakdown.ClassTally()].count(write)
      if let cause = write.cause { causes[cause, default: 0] += 1 }
    }
    return Breakdown(
      classes: classes.sorted { $0.key < $1.key }.map { $1.line(named: $0) },
      causes: Cause.allCases.compactMap { cause in
        causes[cause].map { Breakdown.CauseLine(cause: cause, writes: $0) }
      })
  }
}

extension Breakdown {
  /// Counts writes one by one, so that no list of them is kept.
  fileprivate struct Tally {
    private var writes = 0
    private var objects: Set<PrimaryKeyValue> = []
    private var fates: [Fate: Int] = [:]

    mutating func count(_ write: JudgedWrite) {
      writes += 1
      if let object = write.address.object { objects.insert(object) }
      fates[write.fate, default: 0] += 1
    }

    var counts: Counts? {
      writes == 0 ? nil : Counts(writes: writes, objects: objects.count, fates: fates)
    }
  }

  fileprivate struct ClassTally {
    private var all = Tally()
    private var schema = Tally()
    private var objects = Tally()
    private var properties: [RealmString: Tally] = [:]

    mutating func count(_ write: JudgedWrite) {
      all.count(write)
      if let property = write.address.property {
        properties[property, default: Tally()].count(write)
      } else if write.address.object == nil {
        schema.count(write)
      } else {
        objects.count(write)
      }
    }

    func line(named name: RealmString) -> ClassLine {
      let whole = [(Scope.schemaClass, schema), (.object, objects)].compactMap { scope, tally in
        tally.counts.map { PropertyLine(scope: scope, name: nil, counts: $0) }
      }
      let named = properties.sorted { $0.key < $1.key }.compactMap { name, tally in
        tally.counts.map { PropertyLine(scope: .property, name: name, counts: $0) }
      }
      return ClassLine(
        name: name, counts: all.counts ?? Counts(writes: 0, objects: 0, fates: [:]),
        properties: whole + named)
    }
  }
}
