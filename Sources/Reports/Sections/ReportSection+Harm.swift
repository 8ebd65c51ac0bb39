internal import Analyzer
internal import Phrasebook
internal import RealmModel
internal import Replayer
internal import TraceFormat

// What the reset did besides: to the server's data, by known traps, and by defects of the engine.
extension ReportSection {
  struct Defects {
    struct Place {
      var identifiers: [String]
      /// The names as a sentence gives them.
      var names: String
      /// Nil for the reset as a whole.
      var address: Address?
      /// As indexes in ``Report/writes``.
      var writes: [Int]
      /// In one sentence without a final period.
      var text: String
      var after: Sighting?
      var idealAfter: Sighting?
    }

    /// How many writes are concerned; ends in a colon.
    var sentence: String
    var places: Listed<Place>

    init?(_ report: Report, _ scope: SectionScope) {
      guard !report.defects.isEmpty else { return nil }
      sentence = report.defectSentence
      let places = report.defects.map {
        Place(
          identifiers: $0.identifiers, names: $0.names, address: $0.address, writes: $0.writes,
          text: $0.words, after: $0.after, idealAfter: $0.idealAfter)
      }
      self.places = Listed(places, max: scope.defectsMax)
    }
  }

  /// Server-side data that the recovery overwrote.
  struct CollateralPlace {
    var kind: Collateral.Kind
    var address: Address
    /// As indexes in ``Report/writes``.
    var writes: [Int]
    var rule: RuleIdentifier?
    /// What happened, in one sentence without a final period.
    var reason: String
    /// The same, and whether it is sure.
    var sentence: String
    var isCertain: Bool
    var before: Sighting?
    var server: Sighting
    var after: Sighting
    var gone: [Value]
    var surplus: [Value]
    /// What is said instead, where a conflict above tells most of it.
    var reference: String?
    /// What a defect of the engine has to do with it, where that is not said above.
    var defect: String?

    /// - Parameter pieces: all that was done at the place, first what the values are of.
    fileprivate init(_ pieces: [Collateral], isShown: Bool, isDefectShown: Bool) {
      let first = pieces[0]
      (kind, address, rule) = (first.kind, first.address, first.rule)
      writes = Set(pieces.flatMap(\.writes)).sorted()
      reason = Phrase.distinct(pieces.map(\.reason.words)).joined(separator: "; ")
      sentence = Self.sentence(of: pieces)
      isCertain = pieces.allSatisfy(\.isCertain)
      (before, server, after) = (first.before, first.server, first.after)
      (gone, surplus) = (pieces.flatMap(\.gone), pieces.flatMap(\.surplus))
      if isShown { reference = first.conflictReference }
      defect = isDefectShown ? nil : pieces.lazy.compactMap(\.defect).first?.words
    }

    /// What was done at a place, each thing once.
    static func sentence(of pieces: [Collateral]) -> String {
      Phrase.distinct(pieces.map(\.sentence)).joined(separator: "; ")
    }
  }

  /// The places where the server's data was overwritten; nil where there are none.
  static func collateralPlaces(
    of report: Report, _ scope: SectionScope
  ) -> Listed<CollateralPlace>? {
    let harmed = report.harmedPlaces
    guard !harmed.isEmpty else { return nil }
    let conflicts =
      scope.references.contains(.conflicts) ? report.conflictsShown(in: scope) : []
    let defects = Set(
      scope.references.contains(.defects)
        ? report.defects.prefix(scope.defectsMax).compactMap(\.address) : [])
    let places = harmed.prefix(scope.collateralMax).map { pieces in
      let concerned = [pieces[0].address.wholeProperty, pieces[0].address.wholeObject]
      return CollateralPlace(
        pieces, isShown: pieces.allSatisfy { report.isShown($0, by: conflicts) },
        isDefectShown: concerned.contains(where: defects.contains))
    }
    return Listed(places, of: harmed.count)
  }

  /// The known ways of losing data that the reset ran into.
  struct Traps {
    struct Place {
      var trap: TrapIdentifier
      /// Nil for traps about the reset as a whole.
      var address: Address?
      /// As indexes in ``Report/writes``.
      var writes: [Int]
      /// In one sentence without a final period; nil where the same is said above of this place.
      var text: String?
    }

    var places: [Place]
    /// The places of each trap, in the order in which traps were first seen.
    var groups: [(trap: TrapIdentifier, places: Listed<Place>)]

    init?(_ report: Report, _ scope: SectionScope) {
      guard !report.traps.isEmpty else { return nil }
      let shown =
        scope.references.contains(.collateral)
        ? report.shownCollateral(first: scope.collateralMax) : []
      let places = report.traps.map {
        Place(
          trap: $0.trap, address: $0.address, writes: $0.writes,
          text: shown.contains($0.placeSentence) ? nil : $0.effect.words)
      }
      self.places = places
      groups = report.trapGroups.map { trap, _ in
        (trap, Listed(places.filter { $0.trap == trap }, max: scope.trapPlacesMax))
      }
    }
  }
}

extension Report {
  /// The sightings of each trap, in the order in which traps were first seen.
  var trapGroups: [(trap: TrapIdentifier, sightings: [TrapSighting])] {
    traps.groupedInOrder(by: \.trap).map { ($0.key, $0.elements) }
  }
}
