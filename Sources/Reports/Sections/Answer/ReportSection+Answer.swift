internal import Analyzer
internal import Phrasebook
internal import RealmModel
internal import Replayer
internal import TraceFormat

// What to do, and what was destroyed: what a reader sees first.
extension ReportSection {
  struct Answer {
    /// What to do.
    var sentence: String
    /// Where more can be seen, for a report on one mode alone.
    var hint: String?
    /// Whether somebody has to see to it.
    var isBad: Bool
    var digest: HarmDigest

    init(_ report: Report, _ scope: SectionScope) {
      (sentence, hint) = (report.answerSentence, report.answerHint)
      isBad = !report.harm.isNone || report.result == .failed || report.result == .crash
      // Why is told with each write and place, below.
      digest = HarmDigest(report, scope.digest(tellsCauses: false))
    }
  }
}

extension ReportSection.Answer {
  /// What to do, with the hint.
  var wholeSentence: String { [sentence, hint].compactMap(\.self).joined(separator: " ") }
}

extension ComparisonSection {
  /// What happens next, in modes in which the same does.
  struct Next {
    var modes: [ResetMode]
    var consequences: [Consequence]

    var sentences: [String] { consequences.map(\.sentence) }
  }

  /// Which mode to take, and what each one keeps and destroys.
  struct Choice {
    struct Price {
      /// Those that come to the same.
      var modes: [ResetMode]
      var isRecommended: Bool
      /// How much the modes keep, in words that follow their names.
      var kept: String
      var digest: HarmDigest
    }

    /// What to do.
    var headline: String
    var reason: String
    /// What is recommended first.
    var prices: [Price]

    init(_ comparison: ModeComparison, _ matrix: ModeMatrix, _ scope: SectionScope) {
      let recommendation = comparison.recommendation(by: matrix)
      headline = recommendation.headline
      reason = recommendation.reasonSentence
      let columns = matrix.total
      let prices = comparison.alike { $0.destroysSame(as: $1) }.map { indexes in
        let modes = indexes.map { comparison.reports[$0].mode }
        return Price(
          modes: modes, isRecommended: recommendation.modes.contains(modes[0]),
          kept: columns[indexes[0]].keptWords(isSeveral: modes.count > 1),
          digest: HarmDigest(comparison.reports[indexes[0]], scope.digest(tellsCauses: true)))
      }
      self.prices = prices.filter(\.isRecommended) + prices.filter { !$0.isRecommended }
    }
  }
}

extension ModeComparison {
  /// What happens next, modes in which the same does together.
  var next: [ComparisonSection.Next] {
    alike { $0.nextConsequences == $1.nextConsequences }.map { indexes in
      ComparisonSection.Next(
        modes: indexes.map { reports[$0].mode },
        consequences: reports[indexes[0]].nextConsequences)
    }
  }

  /// The reports that are the same in some way, as indexes, in their order.
  fileprivate func alike(_ isSame: (Report, Report) -> Bool) -> [[Int]] {
    var groups: [[Int]] = []
    for index in reports.indices {
      if let position = groups.firstIndex(where: { isSame(reports[$0[0]], reports[index]) }) {
        groups[position].append(index)
      } else {
        groups.append([index])
      }
    }
    return groups
  }
}

extension Report {
  /// What happens next; what a later reset would do stands in the report on each mode.
  fileprivate var nextConsequences: [Consequence] { consequences.filter { !$0.isOfLaterReset } }

  fileprivate func destroysSame(as other: Report) -> Bool {
    harm == other.harm && result == other.result && collateral == other.collateral
      && writes.elementsEqual(other.writes) { $0.fate == $1.fate && $0.reason == $1.reason }
  }
}

extension Consequence {
  /// Whether it comes only if the server asks for a reset once more.
  fileprivate var isOfLaterReset: Bool { if case .askedAgain = self { true } else { false } }
}
