internal import Analyzer
internal import Phrasebook

/// The parts of a text report that explain why a reset failed, and say what to do.
extension Report {
  func writeTriage(to page: inout TextPage) {
    guard !triage.isEmpty else { return }
    page.heading("Why it failed")
    for (index, entry) in triage.enumerated() {
      page.paragraph(
        "\(triage.count > 1 ? "Attempt \(index + 1), " : "")\(entry.identifier): \(entry.cause).")
    }
  }

  func writeSteps(to page: inout TextPage) {
    let steps = stepsToTake
    guard !steps.isEmpty else { return }
    page.heading("What to do")
    for step in steps { page.item(step) }
  }
}
