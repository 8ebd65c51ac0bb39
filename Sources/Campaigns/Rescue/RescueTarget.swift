package import RealmModel
package import TraceFormat

/// The row of an object, as statements name it.
package struct RescueRow: Codable, Hashable, Sendable {
  package var object: ObjectName
  /// The table, and its name without a schema.
  package var table = ""
  package var name = ""
  /// The column with the object's key, and the key as a literal.
  package var keyColumn = ""
  package var key = ""
  /// The columns whose texts are looked at.
  package var watched: [String] = []
}

/// A row to look at, or to change where it is what it has to be.
package struct RescueAct: Sendable {
  /// What a row becomes: one in which the fields have their new values, one whose watched columns have these
  /// texts, none.
  package enum Goal: Hashable, Sendable {
    case fields
    case texts([String?])
    case noRow
  }

  package var row: RescueRow
  package var fields: [RescueChange.Field] = []
  /// The change that it makes, or would make; nil where it undoes one.
  package var change: RescueChange?
  /// The texts that the watched columns have to have; nil where there has to be no row.
  package var from: [String?]?
  package var goal = Goal.fields
}

/// What a target says of an act.
package enum RescueAnswer: Sendable {
  /// There is no row, or none that was as it had to be.
  case nothing
  /// The texts of the watched columns, whether all fields have their new values, and whether they have the old ones;
  /// nil where one is not known.
  case row([String?], isNew: Bool, isOld: Bool?)
  /// The database refused, in its own words.
  case refused(String)

  /// The texts of the row; nil where there is none, or it is not known.
  var texts: [String?]? { if case .row(let texts, _, _) = self { texts } else { nil } }
}

/// A database that changes go to, or files.
package protocol RescueTarget: AnyObject {
  /// Whether it is files, each of which takes changes of one device, and which nothing is compared with.
  var isFiles: Bool { get }
  /// A name as it stands for all that the database takes for the same.
  func folded(_ name: RealmString) -> RealmString
  /// The columns of a class's table as statements name them, by folded names; nil where there is no such table.
  func columns(of className: RealmString) throws -> [RealmString: String]?
  /// What is there, an answer for each act.
  func rows(_ acts: [RescueAct]) throws -> [RescueAnswer]
  /// Makes the changes in one transaction, each where the row is what it has to be; where the database refuses
  /// one, each in a transaction of its own. An answer for each act.
  ///
  /// - Throws: also where the database takes no transaction at all, such as one that another process has locked.
  func run(_ acts: [RescueAct]) throws -> [RescueAnswer]
}

/// What a target says that takes no change at all.
package protocol RescueBeginning: Error {
  /// Whether it has refused to begin, so that nothing was written.
  var isOfBeginning: Bool { get }
}
