/// The known defects of Realm Core's recovery, each a switch with its story.
///
/// The rules of a client reset are the code; a defect is one of these flags, tested where the code
/// would otherwise do the right thing. `realm-core-14.14` has all of them, `ideal` none, and the
/// difference between the two outcomes is the harm that the engine did, as opposed to the conflict.
/// Identifiers such as RS-70 and R4 are headings of `docs/rules.md`.
public struct Quirks: OptionSet, Hashable, Sendable {
  /// A bit for each defect.
  public var rawValue: UInt32
  /// The defects of those bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// R4, RS-70: a list is copied once, at the end of the first changeset that made it necessary,
  /// in its final form but without links to objects that only later changesets create; what comes
  /// after is ignored. Ideal: the copy is repeated after each changeset.
  public static let listsAreCopiedOnce = Quirks(rawValue: 1 << 0)

  /// R5, RS-71, R11, RS-73: an insertion whose link target is gone is dropped without being counted, so later indexes
  /// mean other elements. Ideal: it is counted as an element that the server does not have.
  public static let droppedInsertionsAreNotCounted = Quirks(rawValue: 1 << 1)

  /// R6, RS-58: an insertion index is cut to the size of a shorter server list without regard to
  /// where earlier insertions went. Ideal: it stays between its recovered neighbours.
  public static let clampedInsertionsCollide = Quirks(rawValue: 1 << 2)

  /// R7, RS-72: deleting an object takes its links out of the server's lists without correcting
  /// the positions of elements inserted before. Ideal: the positions follow.
  public static let deletionsShiftUnnoticed = Quirks(rawValue: 1 << 3)

  /// R8, RS-57: the order by which lists are looked up is not an order, so a list that is touched
  /// again may not be found, and is then treated as if never touched. Ideal: a real order.
  public static let trackersAreLost = Quirks(rawValue: 1 << 4)

  /// R10, RS-59: that a list was copied is remembered across a Clear, so what fills it afterwards
  /// and needs a copy is dropped. Ideal: a Clear starts over.
  public static let copiedOutlivesClear = Quirks(rawValue: 1 << 5)

  /// R2, R3, RS-74, RS-75: deleting an object is recorded as edits of everything that linked to it, and these edits are
  /// recovered as if a person had made them: lists are copied whole, links that the server had pointed elsewhere become
  /// null. Ideal: what the deletion itself does to incoming links is enough.
  public static let deletionsEditTheirReferrers = Quirks(rawValue: 1 << 6)

  /// R12: a list below a dictionary of embedded objects is copied only if the two sides happen to
  /// have numbered those objects alike. Ideal: the key decides.
  public static let dictionaryPathsCompareInternalKeys = Quirks(rawValue: 1 << 7)

  /// R13, R14, L13: inside Mixed collections, links are compared by internal keys and elements
  /// inserted at the index they have in the source. Ideal: by primary key, in order.
  public static let mixedCopiesAreRaw = Quirks(rawValue: 1 << 8)

  /// R20, RS-42: what the server integrated without the client hearing of it is recovered again, so
  /// that counters count twice and list elements double. Ideal: it is left alone.
  public static let integratedChangesAreRepeated = Quirks(rawValue: 1 << 9)

  /// No defect of any engine: a rule that tests break on purpose, to see that it is noticed. Objects
  /// that the server has are held to be gone, so that changes to them are dropped.
  package static let canary = Quirks(rawValue: 1 << 31)

  /// No defect of any engine: the internal keys of the two states are not known, so links that Realm
  /// Core compares by them are compared by primary keys.
  static let comparesPrimaryKeys = Quirks(rawValue: 1 << 30)

  /// No defect of any engine: lists are told apart by other numbers of classes and objects than the states have, so that
  /// what hangs on these numbers comes out otherwise where they are not known.
  ///
  /// - Parameter number: which numbers, of 1 to 7.
  static func renumbered(_ number: UInt32) -> Quirks { Quirks(rawValue: number << 24) }

  /// Which numbers tell lists apart; 0 for those of the states.
  var numbering: UInt32 { rawValue >> 24 & 7 }

  static let hangingOnInternalKeys: Quirks = [
    .trackersAreLost, .dictionaryPathsCompareInternalKeys, .mixedCopiesAreRaw,
  ]

  var withoutInternalKeys: Quirks {
    subtracting([.trackersAreLost, .dictionaryPathsCompareInternalKeys])
      .union(.comparesPrimaryKeys)
  }

  /// All that Realm Core 14.14 does.
  public static let realmCore: Quirks = [
    .listsAreCopiedOnce, .droppedInsertionsAreNotCounted, .clampedInsertionsCollide,
    .deletionsShiftUnnoticed, .trackersAreLost, .copiedOutlivesClear,
    .deletionsEditTheirReferrers, .dictionaryPathsCompareInternalKeys, .mixedCopiesAreRaw,
    .integratedChangesAreRepeated,
  ]
  /// The documented rules, without the defects.
  public static let ideal: Quirks = []
}

/// Whose behaviour is replayed.
public enum Engine: String, Codable, Hashable, Sendable, CaseIterable {
  /// Realm Core 14.14, defects included.
  case realmCore = "realm-core-14.14"
  /// The same rules without the known defects.
  case ideal

  /// The defects that it has.
  public var quirks: Quirks {
    switch self {
    case .realmCore: .realmCore
    case .ideal: .ideal
    }
  }

  /// The engine that has exactly these quirks, if there is one.
  public init?(_ quirks: Quirks) {
    guard let engine = Self.allCases.first(where: { $0.quirks == quirks }) else { return nil }
    self = engine
  }
}
