import RealmModel
import TestSupport
import Testing
import TraceFormat

@testable import Analyzer

@Suite struct ComparisonTests {
  /// What a recovery uploads again of two lists that it copies whole.
  private static func copies(_ indices: (notes: [UInt32], steps: [UInt32]), notesFirst: Bool)
    -> Changeset
  {
    Changeset.build { builder in
      for isNotes in notesFirst ? [true, false] : [false, true] {
        for index in isNotes ? indices.notes : indices.steps {
          let list = LocationValue(
            "Inspection", .int(1), isNotes ? "notes" : "steps", [.index(index)])
          builder.arrayErase(list, priorSize: 9)
        }
      }
    }
  }

  @Test func `Which list is copied first counts only where internal keys are known`() {
    let indices: (notes: [UInt32], steps: [UInt32]) = ([2, 1], [5])
    let device = Self.copies(indices, notesFirst: true)
    let replay = Self.copies(indices, notesFirst: false)
    #expect(device.says(sameAs: replay, isOrderKnown: false))
    #expect(!device.says(sameAs: replay, isOrderKnown: true))
    #expect(device.says(sameAs: device, isOrderKnown: true))
    let otherwise = Self.copies((notes: [1, 2], steps: [5]), notesFirst: false)
    #expect(!device.says(sameAs: otherwise, isOrderKnown: false), "another order in one list")
    let less = Self.copies((notes: [2], steps: [5]), notesFirst: false)
    #expect(!device.says(sameAs: less, isOrderKnown: false))
  }
}
