internal import Analyzer
internal import Phrasebook

// What follows for the app and its user, and what they can do.
extension Report {
  func writeConsequences(to page: inout TextPage) {
    guard !consequences.isEmpty else { return }
    page.heading("What happens next")
    for consequence in consequences { page.item(consequence.sentence) }
  }
}
