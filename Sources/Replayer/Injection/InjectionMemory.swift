import FaultPlans
import RealmModel
import TraceFormat

/// Remembers what replays under fault plans have in common, for many of them in a row: the resets that
/// come due at one point, a state under a changed schema, what attempts did to data.
///
/// Plans in the order of the points they strike at find most there. It is no part of any result: each
/// plan leads to what it would lead to alone. One belongs to one trace, and to one task.
package final class InjectionMemory {
  /// How many points, and edited states, are remembered.
  private static let (placesMax, editsMax) = (16, 2)

  /// A point at which a reset comes due.
  struct Place: Hashable {
    /// The session that the events lead to, and that of the event at hand.
    var sessions: [UInt32]
    /// The record, and whether it is before it.
    var sequence: UInt64
    var isBefore: Bool
  }

  private struct Edit {
    var fault: SchemaFault
    var numbers: SeededNumbers
    var server: RealmState
    var edited: Result<EditedServer, SchemaRefusal>
  }

  let resets = ResetMemory()
  private var places = RecentEntries<(place: Place, due: DuePlace)>(
    countMax: InjectionMemory.placesMax)
  private var edits = RecentEntries<Edit>(countMax: InjectionMemory.editsMax)

  package init() {}

  /// The reset that comes due at a place of a session that no fault has changed.
  func due<Failure: Error>(at place: Place, otherwise find: () throws(Failure) -> DuePlace)
    throws(Failure) -> DuePlace
  {
    if let known = places.last(where: { $0.place == place }) { return known.due }
    let due = try find()
    places.add((place, due))
    return due
  }

  /// A state of the server's after a change of its schema.
  func edited(_ server: RealmState, by fault: SchemaFault, _ numbers: SeededNumbers)
    throws(SchemaRefusal) -> EditedServer
  {
    let known = edits.last {
      $0.fault == fault && $0.numbers == numbers && $0.server.isIdentical(to: server)
    }
    if let known { return try known.edited.get() }
    let edited: Result<EditedServer, SchemaRefusal>
    do throws(SchemaRefusal) {
      edited = .success(try fault.edited(server, numbers))
    } catch {
      edited = .failure(error)
    }
    edits.add(Edit(fault: fault, numbers: numbers, server: server, edited: edited))
    return try edited.get()
  }
}
