/// What a reset can destroy: classes of harm that are not weighed against each other
/// (`docs/report.md`, "Harm").
package enum HarmClass: String, Codable, Hashable, Sendable, CaseIterable {
  /// Unsynced writes that are gone.
  case lost
  /// Unsynced writes that are left in the old file or its backup.
  case stranded
  /// Places of the server's data that the device had not edited, and that ended otherwise.
  case overwritten
  /// Places at which something was done twice.
  case doubled
  /// Values that the device had synced, and that are gone with what the server forgot.
  case acknowledgedLost
}

extension HarmCounts {
  /// How much there is of a class.
  package subscript(_ harmClass: HarmClass) -> Int {
    switch harmClass {
    case .lost: lost
    case .stranded: stranded
    case .overwritten: overwritten
    case .doubled: doubled
    case .acknowledgedLost: acknowledgedLost
    }
  }
}
