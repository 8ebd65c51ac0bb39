internal import Phrasebook

/// How much of a report a pen draws, and what it says only once.
struct SectionScope {
  /// What a later section refers to instead of saying it once more.
  enum Reference {
    /// The conflicts that are shown write by write.
    case conflicts
    /// The places at which defects of the engine show.
    case defects
    /// The places of the server's data that were overwritten.
    case collateral
  }

  /// Whether every write is shown on its own, and not one line for each property.
  var showsEachWrite = false
  /// Whether objects with a loss come before the others of their class.
  var putsLossesFirst = true
  /// Of classes with more objects, the lines that many have alike are one.
  var foldsAbove = Int.max
  /// The most objects of one class.
  var objectsMax = Int.max
  /// The most places of the server's data.
  var collateralMax = Int.max
  /// The most places of each trap.
  var trapPlacesMax = Int.max
  /// The most places at which a defect of the engine shows.
  var defectsMax = Int.max
  /// The most operations of a merge plan of either kind, those to be decided about first; nil for
  /// all, in the order in which they can be carried out.
  var operationsMax: Int?
  /// So few operations are all shown, in that order.
  var operationsInOrderMax = 0
  /// The most changes of the server's of one kind.
  var incomingMax = Int.max
  /// So few changes of one kind stand for themselves.
  var incomingAloneMax = 3
  /// So few writes need no breakdown, since they can be counted.
  var countableMax = 0
  /// The most lines of a breakdown.
  var breakdownLinesMax = Int.max
  /// Of several modes: the most writes whose fate depends on the mode.
  var differencesMax = Int.max
  /// Whether writes that are alike have a line beside those of their own.
  var showsGroups = false
  var references: Set<Reference> = []
  /// The most columns of a value that a write has set.
  var valueColumns = Phrase.valueColumns
  /// Of what was destroyed: so many places that are alike are told one by one, more in one row.
  var alikeMax = 8
  /// Of what was destroyed: the most rows of each class of harm.
  var digestRowsMax = 12

  /// - Parameter tellsCauses: whether it is said why, of each place.
  func digest(tellsCauses: Bool) -> HarmDigest.Scope {
    HarmDigest.Scope(alikeMax: alikeMax, rowsMax: digestRowsMax, tellsCauses: tellsCauses)
  }
}

/// The first things of a list, and how many are left out.
struct Listed<Entry> {
  var entries: [Entry]
  var restCount: Int

  init(_ all: [Entry], max: Int) {
    entries = Array(all.prefix(max))
    restCount = all.count - entries.count
  }

  /// - Parameter count: How many there are with those that are left out.
  init(_ entries: [Entry], of count: Int) {
    self.entries = entries
    restCount = count - entries.count
  }

  /// How many there are with those that are left out.
  var count: Int { entries.count + restCount }
}

extension Listed: Sendable where Entry: Sendable {}
