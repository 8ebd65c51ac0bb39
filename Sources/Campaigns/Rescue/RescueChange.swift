package import Analyzer
package import RealmModel
package import TraceFormat

/// What one device changed at one place and had not synced, on its way into a database: the net effect of all
/// its writes there.
package struct RescueChange: Codable, Hashable, Sendable {
  /// What the device did.
  package enum Kind: String, Codable, Hashable, Sendable {
    /// It made an object, with values.
    case create
    case delete
    case set
    /// It added to a number, which counts whatever the number is by now.
    case add
    /// It made or removed a class or a property, which no row of a table is.
    case schema
  }

  /// A property with what the device has there, and the form that it has in the target.
  package struct Field: Codable, Hashable, Sendable {
    package var property: RealmString
    /// At the last sync; nil where that is not known, and for what the device made where nothing was.
    package var old: Value?
    /// On the device; nil for an object that it deleted.
    package var new: Value?
    /// The column, and both values as literals, as statements name them.
    package var column = ""
    package var oldLiteral: String?
    package var newLiteral: String?
    /// Whether the column holds JSON, which has several texts for one value.
    package var isDocument = false

    package init(_ property: RealmString, old: Value? = nil, new: Value? = nil) {
      (self.property, self.old, self.new) = (property, old, new)
    }
  }

  /// From 0, in the order of the files and of the writes in them; counted by the survey.
  package var number = 0
  /// Index of the device's file in ``RescueCase/devices``.
  package var device: Int
  /// Index of the moment of the file, and of the writes at it that this is the net effect of.
  package var moment = 0
  package var writes: [Int] = []
  /// The client version of the last transaction of these.
  package var clientVersion: UInt64?
  package var kind: Kind
  package var row: RescueRow
  /// One for ``Kind/set`` and ``Kind/add``, all of a new object but its key, those that were known of a deleted one:
  /// its key, where it had nothing else.
  package var fields: [Field] = []
  /// What ``Kind/add`` adds.
  package var added: Int64?
  package var standing = RescueStanding.unknownBase
  /// Why the target has no form for it; nil where it has one.
  package var limit: ExportLimit?
  /// What the database said when it was asked about the place, or the columns that it lacks.
  package var message: String?
  /// The texts of the watched columns when the target was read; nil where there was no row.
  package var seen: [String?]?
  /// For a place that several changes are about: the number of the first.
  package var first: Int?
  /// Tells the clients of a file apart; and for ``Kind/add`` its first addition from all others, also where it is in
  /// another file of the same client. The survey alone needs them.
  package var client: UInt64 = 0
  package var origin: UInt64?

  private enum CodingKeys: String, CodingKey {
    case number, device, moment, writes, clientVersion, kind, row, fields, added, standing, limit
    case message, seen, first
  }

  package init(_ kind: Kind, device: Int, object: ObjectName) {
    (self.kind, self.device, row) = (kind, device, RescueRow(object: object))
  }

  package var property: RealmString? { kind == .set || kind == .add ? fields.first?.property : nil }

  /// A number that all changes to the same property have; without a property those to the object.
  func place(of property: RealmString?) -> UInt64 {
    let parts = [row.object.className.json, row.object.key.json, property?.json ?? .null]
    return XXH64.digest(Array(JSONText.array(parts).text().utf8))
  }

  /// Distinguishes what devices did at one place; additions agree with each other, and so do deletions.
  var effect: UInt64 {
    let values = [.add, .delete].contains(kind) ? [] : fields.map { $0.new?.json ?? .null }
    return XXH64.digest(Array(JSONText.array([.string(kind.rawValue)] + values).text().utf8))
  }
}

/// How a change and the target stand to each other.
package enum RescueStanding: String, Codable, Hashable, Sendable, CaseIterable {
  /// The target has what the device started from, or nothing where the device made an object.
  case fits
  /// The device added to a number of the target's.
  case addsUp
  /// The target has something else than what the device started from, and than what the device has.
  case conflict
  /// Several devices did different things there, or several files have the same addition of one device.
  case contested
  /// The target has something else than the device, and what the device started from is not known.
  case unknownBase
  /// The target has what the device has.
  case alreadyThere
  /// An earlier device of the case, or the same one before, did the same.
  case repeated
  /// Another file of the same client shows that the server has it.
  case uploaded
  /// A later file of the same client has it, or what became of it.
  case superseded
  /// What the target has can't be asked for.
  case uncompared
  case missingObject
  /// The target has no such table or column, or one that can't be compared.
  case noPlace
  /// The target has no form for it.
  case unsayable

  /// Whether another file of the client tells that nothing is to be done, whatever is decided.
  var isSettledByCopy: Bool { self == .uploaded || self == .superseded }
  /// Whether you have to decide.
  package var isOpen: Bool { [.conflict, .contested, .unknownBase].contains(self) }
  package var isTakeable: Bool {
    isOpen || [.fits, .addsUp, .repeated, .uncompared].contains(self)
  }

  /// What is decided where nobody decides: nothing that needs a decision is written.
  package var decision: RescueDecision {
    switch self {
    case .fits, .addsUp, .uncompared: .take
    case .alreadyThere, .repeated, .uploaded, .superseded: .keep
    case .conflict, .contested, .unknownBase, .missingObject, .noPlace, .unsayable: .skip
    }
  }
}

/// What is to be done with a change.
package enum RescueDecision: String, Codable, Hashable, Sendable {
  /// The target gets what the device has.
  case take
  /// The target keeps what it has.
  case keep
  /// Nothing is decided yet, and nothing written.
  case skip
}
