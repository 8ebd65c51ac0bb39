import RealmModel
import Testing
import TraceFormat

@testable import Replayer

@Suite struct TrackerRegistryTests {
  func address(_ table: UInt32, _ object: Int64, _ steps: ListAddress.PathElement...) -> ListAddress
  {
    ListAddress(table: TableKey(table), object: ObjectKey(object), path: steps)
  }

  /// Touches a list, then another one, and says whether the first is found again.
  func finds(_ first: ListAddress, after second: ListAddress, quirks: Quirks) -> Bool {
    var registry = TrackerRegistry(quirks: quirks)
    for address in [first, second, first] {
      registry.withTracker(at: address) { (_: inout ListTracker) in }
    }
    // One that is not found is made again.
    return Array(registry.entries).count == 2
  }

  @Test func `crossed keys lose a tracker in Realm Core and never in the ideal engine`() {
    let pairs = [
      (address(1, 5, .property(1)), address(2, 3, .property(1)), false),
      (address(1, 0, .property(20)), address(1, 1, .property(10)), false),
      (
        address(1, 0, .property(10), .dictionaryKey(offset: 0, size: 1)),
        address(1, 0, .property(20)), false
      ),
      (address(1, 0, .property(1)), address(2, 0, .property(1)), true),
      (address(1, 0, .property(20)), address(1, 0, .property(10)), true),
      (address(1, 1, .property(1)), address(1, 0, .property(1)), true),
    ]
    for (first, second, isFound) in pairs {
      #expect(finds(first, after: second, quirks: .realmCore) == isFound, "\(first) \(second)")
      #expect(finds(first, after: second, quirks: .ideal), "\(first) \(second)")
    }
  }

  @Test func `dictionary keys are ordered by first appearance`() {
    var keys = DictionaryKeyTable()
    let (z, a) = (keys.pathElement(for: "z"), keys.pathElement(for: "a"))
    #expect(z < a)
    #expect(keys.pathElement(for: "z") == z)
  }
}
