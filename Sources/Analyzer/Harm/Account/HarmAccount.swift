package import RealmModel
package import TraceFormat

/// What a reset destroyed, and what it settled, each place once (`docs/report.md`, "Harm").
///
/// The one account that headings, the comparison of modes, the recommendation, the JSON report and
/// budgets read. A place inside of one that is listed is not listed again.
package struct HarmAccount: Codable, Hashable, Sendable {
  /// The unsynced writes that are gone, as indexes in ``Report/writes``: without the edits that Realm
  /// records for a deletion, which are part of it, and removals of what only an unsynced write had inserted.
  package var lost: [Int] = []
  /// The unsynced writes that are left in the old file or its backup, as indexes in
  /// ``Report/writes``: without those that a later one replaced.
  package var stranded: [Int] = []
  /// What the server had and the device had not edited, and that is gone, changed or back.
  package var overwritten: [Place] = []
  package var doubled: [Place] = []
  /// What the device had synced and the server, restored from a backup, lacks.
  package var acknowledgedLost: [AcknowledgedLoss] = []
  /// Where the file is set aside: what the device had synced, a restored server lacks, and that file alone
  /// still has. It is not harm of the reset's.
  package var syncedInFileOnly: [AcknowledgedLoss] = []
  /// What both sides had edited, and where both edits stand.
  package var merged: [Address] = []
  package var deviceWon: [Address] = []
  /// What both sides had edited, and where the server's edit stands alone: the outer of the two
  /// edits, where one is inside of the other.
  package var serverWon: [Address] = []

  package init() {}

  package struct Place: Codable, Hashable, Sendable {
    package var address: Address
    /// All that was done there and inside of it, as indexes in ``Report/collateral``.
    package var collateral: [Int]
  }

  /// A value that the device had synced, and that is gone with what the server forgot.
  package struct AcknowledgedLoss: Codable, Hashable, Sendable {
    /// The property, or what others have left of it; or the object, where it has no other value than its primary key.
    package var address: Address
    /// What was synced; nil for the object as such.
    package var value: Value?
    package var after: ObservedValue
  }

  private enum CodingKeys: String, CodingKey {
    case lost, stranded, overwritten, doubled, acknowledgedLost
    case syncedInFileOnly = "syncedInFileOnly?"
    case merged, deviceWon, serverWon
  }

  package var isNone: Bool {
    lost.isEmpty && stranded.isEmpty && overwritten.isEmpty && doubled.isEmpty
      && acknowledgedLost.isEmpty
  }
}

extension HarmAccount.AcknowledgedLoss {
  /// What was synced and what is there now, such as `"a", now nothing`; both cut at a width.
  package func text(columns: Int) -> String {
    let synced = value.map { $0.text(columns: columns) } ?? "the object"
    return "\(synced), now \(after.text(columns: columns))"
  }
}
