internal import Replayer
internal import TraceFormat

// What one part of a report for people has told, another refers to.
extension Report {
  /// Whether a conflict tells what a piece of collateral would: of the same place, and won by the
  /// device. What is gone of a collection, the conflict doesn't tell.
  ///
  /// - Parameter conflicts: the conflicted writes that are shown one by one.
  func isTold(_ collateral: Collateral, by conflicts: Set<Int>) -> Bool {
    guard collateral.gone.isEmpty, collateral.surplus.isEmpty else { return false }
    return collateral.writes.contains { index in
      conflicts.contains(index) && writes[index].winner == .device
        && writes[index].address == collateral.address
    }
  }

  /// Whether the section about defects, as far as it is shown, tells what a defect did at a place.
  func isDefectTold(at address: WriteAddress, _ options: ReportTextOptions) -> Bool {
    shownDefects(options).contains {
      $0.address == address.wholeProperty || $0.address == address.wholeObject
    }
  }

  /// Whether a piece of collateral tells what a trap's sighting would.
  func isToldAsCollateral(_ sighting: TrapSighting) -> Bool {
    collateral.contains { $0.reason == sighting.text && $0.address == sighting.address }
  }

  /// What to do about a failure, each step once; those are left out that this report itself answers.
  var stepsToTake: [String] {
    let answered = mergePlan == nil ? [] : [MessageTemplate.planMerge.filled(with: nil)]
    var steps: [String] = []
    for step in triage.flatMap(\.nextSteps) where !steps.contains(step) && !answered.contains(step)
    {
      steps.append(step)
    }
    return steps
  }
}
