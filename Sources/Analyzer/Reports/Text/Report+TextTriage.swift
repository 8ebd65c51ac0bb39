/// The part of a text report that explains why a reset failed.
extension Report {
  func writeTriage(to page: inout TextPage) {
    guard !triage.isEmpty else { return }
    page.heading("Why it failed")
    for (index, entry) in triage.enumerated() {
      page.paragraph(
        "\(triage.count > 1 ? "Attempt \(index + 1), " : "")\(entry.identifier): \(entry.cause).")
      for step in entry.nextSteps { page.item(step) }
    }
  }
}
