internal import Analyzer
internal import Phrasebook
internal import RealmModel
internal import Replayer
internal import TraceFormat

// What one section has said, another refers to.
extension Report {
  /// Whether a conflict says what a piece of collateral would: of the same place, and won by the
  /// device. What is gone of a collection, the conflict doesn't say.
  ///
  /// - Parameter conflicts: the conflicted writes that are shown one by one.
  func isShown(_ collateral: Collateral, by conflicts: Set<Int>) -> Bool {
    guard collateral.gone.isEmpty, collateral.surplus.isEmpty else { return false }
    return collateral.writes.contains { index in
      conflicts.contains(index) && writes[index].winner == .device
        && writes[index].address == collateral.address
    }
  }

  /// What is said of the first pieces of collateral, as many as are shown: where a trap's sighting
  /// says the same, it refers to that.
  func shownCollateral(first count: Int = .max) -> Set<PlaceSentence> {
    Set(
      harmedPlaces.prefix(count).joined().map {
        PlaceSentence(address: $0.address, text: $0.reason.words)
      })
  }

  /// What to do about a failure, each step once; those are left out that this report itself answers.
  var stepsToTake: [String] {
    let answered = mergePlan == nil ? [] : [MessageTemplate.planMerge.filled()]
    var steps: [String] = []
    for step in triage.flatMap(\.nextSteps) where !steps.contains(step) && !answered.contains(step)
    {
      steps.append(step)
    }
    return steps
  }
}

/// A sentence about a place.
struct PlaceSentence: Hashable {
  var address: Address?
  var text: String
}

extension TrapSighting {
  /// What it says, and of which place.
  var placeSentence: PlaceSentence { PlaceSentence(address: address, text: effect.words) }
}
