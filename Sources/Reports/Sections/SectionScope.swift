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
  /// So few writes need no breakdown, since they can be counted.
  var countableMax = 0
  /// The most lines of a breakdown.
  var breakdownLinesMax = Int.max
  /// Of several modes: the most writes whose fate depends on the mode.
  var differencesMax = Int.max
  var references: Set<Reference> = []
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
