import TestSupport
import Testing
import TraceFormat

@testable import Analyzer

@Suite struct ListEditsTests {
  static func list(_ numbers: [Int]) -> [Value] { numbers.map { .int(Int64($0)) } }

  /// Carries steps out one after the other, and checks what they say of the list on the way.
  static func carriedOut(_ edits: [ListEdit], on list: [Value]) -> [Value] {
    var list = list
    for edit in edits {
      switch edit {
      case .insert(at: let index, let value): list.insert(value, at: index)
      case .remove(at: let index, let value): #expect(list.remove(at: index) == value)
      case .set(at: let index, from: let old, to: let new):
        #expect(list[index] == old)
        list[index] = new
      case .move(from: let index, to: let destination, let value):
        #expect(list.remove(at: index) == value)
        list.insert(value, at: destination)
      }
    }
    return list
  }

  static func edits(_ present: [Int], _ wanted: [Int]) -> [ListEdit] {
    ListEdits(from: list(present), to: list(wanted)).edits
  }

  static func carried(_ device: [Int], since base: [Int], to server: [Int]) -> [Value]? {
    ListEdits(of: list(device), since: list(base), to: list(server)).map {
      carriedOut($0.edits, on: list(server))
    }
  }

  @Test func `each difference is one step`() {
    #expect(Self.edits([1, 2, 3], [1, 2, 3]) == [])
    #expect(Self.edits([1, 2, 3], [1, 9, 2, 3]) == [.insert(at: 1, value: .int(9))])
    #expect(Self.edits([1, 2, 3], [1, 3]) == [.remove(at: 1, value: .int(2))])
    #expect(Self.edits([1, 2, 3], [1, 9, 3]) == [.set(at: 1, from: .int(2), to: .int(9))])
    #expect(Self.edits([1, 2, 3, 4], [2, 3, 4, 1]) == [.move(from: 0, to: 3, value: .int(1))])
    #expect(Self.edits([1, 2, 3, 4], [4, 1, 2, 3]) == [.move(from: 3, to: 0, value: .int(4))])
  }

  @Test func `steps lead to the list that was wanted, whatever it is`() {
    for seed in TestSeed.seeds(500) {
      var numbers = SeededNumbers(seed: seed)
      let sides = (0..<2).map { _ in
        (0..<Int.random(in: 0...9, using: &numbers)).map { _ in
          Int.random(in: 0...6, using: &numbers)
        }
      }
      let (present, wanted) = (Self.list(sides[0]), Self.list(sides[1]))
      let edits = ListEdits(from: present, to: wanted).edits
      #expect(Self.carriedOut(edits, on: present) == wanted, "\(sides), \(TestSeed.hint)")
      // A list that the server has left as it was takes the device's steps as they are.
      let same = ListEdits(of: wanted, since: present, to: present)?.edits
      #expect(
        same.map { Self.carriedOut($0, on: present) } == wanted, "\(sides), \(TestSeed.hint)")
      // A device that has changed nothing leaves the server's list alone.
      #expect(ListEdits(of: present, since: present, to: wanted)?.edits == [])
    }
  }

  @Test func `what the device did is done to what the server has`() {
    #expect(
      Self.carried([1, 2, 3, 10], since: [1, 2, 3], to: [1, 2, 3, 20])
        == Self.list([1, 2, 3, 20, 10]))
    #expect(Self.carried([0, 1, 2], since: [1, 2], to: [9, 1, 2]) == Self.list([0, 9, 1, 2]))
    #expect(
      Self.carried([1, 5, 2], since: [1, 2], to: [7, 1, 8, 2]) == Self.list([7, 1, 5, 8, 2]))
    #expect(Self.carried([1, 3], since: [1, 2, 3], to: [1, 2, 3, 4]) == Self.list([1, 3, 4]))
    #expect(
      Self.carried([1, 9, 3], since: [1, 2, 3], to: [0, 1, 2, 3]) == Self.list([0, 1, 9, 3]))
    #expect(
      Self.carried([2, 3, 1], since: [1, 2, 3], to: [1, 2, 3, 4]) == Self.list([2, 3, 4, 1]))
    // Both did the same, and the server more.
    #expect(Self.carried([1, 3], since: [1, 2, 3], to: [1, 3, 4]) == Self.list([1, 3, 4]))
  }

  @Test func `an element that both have changed is for people to decide about`() {
    #expect(Self.carried([1, 9, 3], since: [1, 2, 3], to: [1, 8, 3]) == nil)
    #expect(Self.carried([1, 3], since: [1, 2, 3], to: [1, 8, 3]) == nil)
    #expect(Self.carried([1, 9, 3], since: [1, 2, 3], to: [1, 3]) == nil)
    #expect(Self.carried([1, 9, 3], since: [1, 2, 3], to: [1, 9, 3]) == Self.list([1, 9, 3]))
    #expect(Self.carried([2, 1, 3], since: [1, 2, 3], to: [2, 3, 1]) == nil)
    #expect(Self.carried([2, 1, 3, 9], since: [1, 2, 3], to: [2, 3, 1]) == nil)
    #expect(
      Self.carried([2, 1, 3], since: [1, 2, 3], to: [2, 1, 3, 4]) == Self.list([2, 1, 3, 4]))
  }

  @Test func `long lists that have nothing in common cost no more than their length`() {
    let (present, wanted) = (Self.list(Array(0..<3000)), Self.list(Array(5000..<7500)))
    let edits = ListEdits(from: present, to: wanted).edits
    #expect(edits.count == 3000)
    #expect(Self.carriedOut(edits, on: present) == wanted)
  }
}
