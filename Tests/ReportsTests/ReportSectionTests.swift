import RealmModel
import Replayer
import Testing
import TraceFormat

@testable import Analyzer
@testable import Phrasebook
@testable import Reports

/// The sections that all forms draw.
@Suite struct ReportSectionTests {
  private static let narrow = SectionScope(
    objectsMax: 1, collateralMax: 1, trapPlacesMax: 1, defectsMax: 1, operationsMax: 1,
    references: [.conflicts, .defects, .collateral])

  private let reports: [Report]

  init() throws { reports = try ReplaySamples.scenarios().flatMap(\.report.reports) }

  @Test func `What is cut and what is left out add up to all`() {
    var cut = 0
    for report in reports {
      for section in report.sections(Self.narrow) {
        switch section {
        case .objects(let classes):
          #expect(classes.reduce(0) { $0 + $1.writeCount } == report.writes.count)
          for group in classes where group.objects.restCount == 0 {
            #expect(group.restWriteCount == 0)
          }
          cut += classes.count { $0.restWriteCount > 0 }
        case .collateral(let places):
          #expect(places.count == report.harmedPlaces.count)
          #expect(places.entries.count == 1)
        case .defects(let defects): #expect(defects.places.count == report.defects.count)
        case .traps(let traps):
          #expect(traps.groups.reduce(0) { $0 + $1.places.count } == report.traps.count)
        case .mergePlan(let plan):
          #expect(plan.operations.count == report.mergePlan?.operations.count)
          #expect(plan.operations.entries.count <= 2)
        default: break
        }
      }
    }
    #expect(cut > 0)
  }

  @Test func `What refers to something above is said there of the same place`() {
    var references = 0
    for report in reports {
      let scope = SectionScope(references: [.collateral])
      var said: [(address: String, reason: String)] = []
      for section in report.sections(scope) {
        if case .collateral(let places) = section {
          said = places.entries.map { ($0.address.text, $0.reason) }
        }
        guard case .traps(let traps) = section else { continue }
        for (place, sighting) in zip(traps.places, report.traps) where place.text == nil {
          let address = sighting.address.map(\.text) ?? ""
          let words = sighting.effect.words
          #expect(said.contains { $0.address == address && $0.reason.contains(words) })
          references += 1
        }
      }
    }
    #expect(references > 0)
  }

  @Test func `Nothing refers to what is not shown`() {
    for report in reports {
      for section in report.sections(SectionScope()) {
        switch section {
        case .collateral(let places):
          #expect(places.entries.allSatisfy { $0.reference == nil })
          #expect(
            places.entries.map { $0.defect != nil }
              == report.harmedPlaces.map { $0.contains { $0.defect != nil } })
        case .traps(let traps): #expect(traps.places.allSatisfy { $0.text != nil })
        default: break
        }
      }
    }
  }

  @Test func `A section about several things is there only where there are any`() {
    for report in reports {
      for section in report.sections(SectionScope()) {
        switch section {
        case .attempts(let attempts): #expect(!attempts.isEmpty)
        case .faults(let faults): #expect(!faults.isEmpty)
        case .totals(let totals): #expect(!totals.fates.isEmpty)
        case .objects(let classes): #expect(!classes.isEmpty)
        case .collateral(let places): #expect(!places.entries.isEmpty)
        case .traps(let traps): #expect(!traps.places.isEmpty)
        case .consequences(let sentences): #expect(!sentences.isEmpty)
        case .steps(let steps): #expect(!steps.all.isEmpty)
        case .story(let story): #expect(story.attempts.allSatisfy { !$0.events.isEmpty })
        case .gaps(let gaps): #expect(!gaps.isEmpty)
        default: break
        }
      }
    }
  }
}
