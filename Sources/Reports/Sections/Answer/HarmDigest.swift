internal import Analyzer
internal import Phrasebook
internal import RealmModel
internal import Replayer
internal import TraceFormat

/// What a reset destroyed, as a reader sees it first: each class of harm with its places, and those
/// that are alike in one row.
struct HarmDigest {
  /// The classes that there is harm of.
  var parts: [Part]

  struct Part {
    var harmClass: HarmClass
    /// How many writes, places or values it is.
    var count: Int
    var rows: Listed<Row>
  }

  /// A place, or several that are alike.
  struct Row: Hashable {
    /// Such as `T 1 v`, or `Inspection`.
    var place: String
    /// Where one can go for more; nil for several places.
    var address: Address?
    /// What was done, where the two values don't tell, or how many places it is; empty if nothing.
    var what: String
    /// What was there, and what is.
    var change: Change?
    /// In one sentence without a final period; nil where the mode tells it.
    var cause: String?
    /// For how many writes, places or values it stands.
    var count = 1
  }

  /// What was there, and what is.
  struct Change: Hashable {
    var old: Sighting
    var new: Sighting
  }

  /// How much of it is told.
  struct Scope {
    /// So many places of one class of objects and cause are told one by one, more in one row.
    var alikeMax: Int
    /// The most rows of a class of harm.
    var rowsMax: Int
    /// Whether the causes are told.
    var tellsCauses: Bool
  }

  /// - Parameter scope: how much of it is told.
  init(_ report: Report, _ scope: Scope) {
    let counts = report.harm.counts
    parts = HarmClass.allCases.filter { counts[$0] > 0 }.map { harmClass in
      var places = report.places(of: harmClass)
      if !scope.tellsCauses { for index in places.indices { places[index].cause = nil } }
      let rows = HarmRows(places, harmClass, alikeMax: scope.alikeMax).rows
      return Part(
        harmClass: harmClass, count: counts[harmClass], rows: Listed(rows, max: scope.rowsMax))
    }
  }
}

extension Report {
  /// The places of a class of harm, each with what was there and what is.
  fileprivate func places(of harmClass: HarmClass) -> [HarmedPlace] {
    switch harmClass {
    case .lost: harm.lost.map { HarmedPlace(lost: writes[$0]) }
    case .stranded: harm.stranded.map { HarmedPlace(stranded: writes[$0]) }
    case .overwritten: harm.overwritten.map { HarmedPlace($0, collateral) }
    case .doubled: harm.doubled.map { HarmedPlace($0, collateral) }
    case .acknowledgedLost: harm.acknowledgedLost.map(HarmedPlace.init)
    }
  }
}

/// A place of a class of harm.
struct HarmedPlace {
  var address: Address
  /// What was done, where the two values don't tell.
  var operation: String?
  var change: HarmDigest.Change?
  var cause: String?

  fileprivate init(lost write: JudgedWrite) {
    self.init(write, new: write.element?.after ?? write.sightings.after)
    // What the mode does to all writes is said of the mode.
    cause = write.cause == .discardedByMode ? nil : write.reason.words
  }

  /// What waits in the old file; the server's data beside it is as it was.
  fileprivate init(stranded write: JudgedWrite) {
    (address, operation) = (write.address, write.operation.words)
  }

  private init(_ write: JudgedWrite, new: Sighting) {
    address = write.address
    switch write.operation {
    case .set(.value(let value), _):
      change = HarmDigest.Change(old: .value(value), new: new)
    case .add:
      operation = write.operation.words
      change = HarmDigest.Change(old: write.sightings.device, new: new)
    default: operation = write.operation.words
    }
  }

  fileprivate init(_ place: HarmAccount.Place, _ collateral: [Collateral]) {
    let pieces = place.collateral.map { collateral[$0] }
    // The place's own values, and not those of what is inside of it.
    let own = pieces.first { $0.address == place.address } ?? pieces[0]
    address = place.address
    change = HarmDigest.Change(old: own.server, new: own.after)
    cause = Phrase.distinct(pieces.map(\.reason.words)).joined(separator: "; ")
  }

  fileprivate init(_ loss: HarmAccount.AcknowledgedLoss) {
    address = loss.address
    change = HarmDigest.Change(old: loss.value.map(Sighting.value) ?? .present, new: loss.after)
  }
}

extension HarmDigest.Row {
  /// Such as `T 1 v: 41 → nothing (the server has deleted the object)`.
  func text(valueColumns: Int) -> String {
    let values = change.map {
      Phrase.apart([$0.old, $0.new], columns: valueColumns).joined(separator: " → ")
    }
    let parts = [what, values ?? ""].filter { !$0.isEmpty }.joined(separator: ", ")
    return "\(place): \(parts)" + (cause.map { " (\($0))" } ?? "")
  }
}
