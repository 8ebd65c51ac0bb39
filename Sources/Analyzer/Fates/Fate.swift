/// What became of an unsynced write (`docs/report.md`, "Fates"). Every write has exactly one.
public enum Fate: String, Codable, Hashable, Sendable, CaseIterable {
  /// Its effect is in the final state and in the re-upload.
  case recovered
  /// The server had changed the same thing.
  case conflicted
  /// Its effect is gone.
  case lost
  /// The reset didn't carry it out; it is in the device's file, which no server will ever take.
  case stranded
  /// Nothing was reset: it is in the device's file, which uploads it when its sync continues.
  case pending
  /// A later unsynced write replaced it.
  case superseded
  /// The server already had its effect.
  case redundant
  /// The trace does not show enough.
  case unknown
}
