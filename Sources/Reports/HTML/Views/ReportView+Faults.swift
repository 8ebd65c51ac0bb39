internal import Analyzer
internal import Phrasebook
internal import RealmModel
internal import Replayer

/// The faults that were injected, and what each did.
extension ReportView {
  var faults: HTMLView {
    [
      "hasFaults": !report.faultPlan.isEmpty,
      "faults": report.faults.map { firing -> HTMLView in
        ["fault": prose(firing.fault.text), "effects": firing.effects.map(view)]
      },
      "unfired": report.unfiredFaults.map { unfired in
        HTMLProse.view(unfired.reason).merging(["fault": prose(unfired.fault.text)]) { $1 }
      },
    ]
  }

  private func view(_ effect: FaultEffect) -> HTMLView {
    HTMLProse.view(effect.text.capitalizedFirst).merging([
      "hasLines": !effect.lines.isEmpty, "lines": effect.lines,
    ]) { $1 }
  }
}
