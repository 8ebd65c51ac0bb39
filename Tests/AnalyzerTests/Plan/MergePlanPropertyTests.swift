import AnalysisSupport
import Importers
import RealmModel
import Replayer
import TestSupport
import Testing
import TraceFormat

@testable import Analyzer

/// Plans for recorded sessions, as if each had been reset in mode Manual.
@Suite(.slow) struct MergePlanPropertyTests {
  @Test(arguments: Vectors.resetFiles)
  func `what nothing stands against gives the device's values, and touches nothing else`(
    file: String
  ) throws {
    var seen: Set<[[UInt8]]> = []
    var (doneCount, conflictCount) = (0, 0)
    let lines = try Vectors.lines(of: file)
    // A sample; which one does not depend on what is in it.
    for index in stride(from: 0, to: lines.count, by: lines.count > 100 ? 13 : 1) {
      let vector = try ResetVector(parsing: lines[index])
      guard seen.insert(vector.local + vector.fresh).inserted else { continue }
      let outcome = try ComparedOutcomes.first(
        of: VectorImporter.events(of: vector), mode: .manual
      ).outcome
      let check = try MergePlanCheck(outcome)
      for problem in check.problems { Issue.record("\(vector.name): \(problem)") }
      doneCount += check.plan.operations.count { $0.conflict == nil }
      conflictCount += check.plan.operations.count { $0.conflict != nil }
    }
    #expect(doneCount > 0 && conflictCount > 0, "\(doneCount) done, \(conflictCount) to decide")
  }
}

/// A merge plan held against the states that it is about.
struct MergePlanCheck {
  let outcome: Outcome
  let report: Report
  let plan: MergePlan
  /// The server's state with all operations that nothing stands against.
  let after: RealmState

  init(_ outcome: Outcome) throws {
    self.outcome = outcome
    report = Analysis.report(of: outcome)
    plan = report.mergePlan ?? MergePlan(operations: [], settled: [], changeset: [])
    var state = outcome.situation.fresh
    if !plan.changeset.isEmpty { try state.apply(Changeset(decoding: plan.changeset)) }
    after = state
  }

  var problems: [String] { sums + values + promises + others + overwritten }

  /// Every write is in one operation, or settled.
  private var sums: [String] {
    let planned = (plan.operations.flatMap(\.writes) + plan.settled).sorted()
    return planned == Array(report.writes.indices)
      ? [] : ["writes \(planned) of \(report.writes.count) are planned"]
  }

  /// What is done gives what the device has.
  private var values: [String] {
    plan.operations.filter { $0.conflict == nil }.compactMap { operation in
      let device = Seen(outcome.situation.local, operation.address, operation.member)
      let found = Seen(after, operation.address, operation.member)
      return found.looksLike(device)
        ? nil : "\(operation.address) \(operation.action): \(found), not \(device)"
    }
  }

  /// What an operation says that there will be is there in the end.
  private var promises: [String] {
    plan.operations.filter { $0.conflict == nil }.compactMap { operation in
      let found = ObservedValue(after, at: operation.address)
      return operation.member != nil || found.looksLike(operation.after)
        ? nil : "\(operation.address) \(operation.action): \(found), not \(operation.after)"
    }
  }

  /// Nothing is done to a value that the server has changed.
  private var overwritten: [String] {
    // What it took unheard is no change of its own.
    guard outcome.situation.integrated.isEmpty else { return [] }
    return plan.operations.compactMap { operation in
      guard operation.conflict == nil, let base = outcome.situation.base,
        let object = operation.address.object,
        operation.address.property != nil, base.contains(object, of: operation.address.className)
      else { return nil }
      let before = Seen(base, operation.address, operation.member)
      let server = Seen(outcome.situation.fresh, operation.address, operation.member)
      let device = Seen(outcome.situation.local, operation.address, operation.member)
      return server.looksLike(before) || device.hasDifferences(of: server, from: before)
        ? nil : "\(operation.address) \(operation.action): the server has changed it"
    }
  }

  /// What no operation is about is as the server has it.
  private var others: [String] {
    let done = plan.operations.filter { $0.conflict == nil }
    let objects = Set(done.filter { $0.address.property == nil }.map(\.address))
    let properties = Set(
      done.map {
        Address(
          className: $0.address.className, object: $0.address.object,
          property: $0.address.property)
      })
    var problems: [String] = []
    for schema in outcome.situation.fresh.classes where schema.kind == .topLevel {
      for key in outcome.situation.fresh.keys(of: schema.name) {
        var address = Address(className: schema.name, object: key)
        guard !objects.contains(address) else { continue }
        for entry in outcome.situation.fresh.object(key, of: schema.name) ?? [] {
          address.property = entry.key
          guard !properties.contains(address) else { continue }
          let place = LocationValue(schema.name, key, entry.key)
          let present = after.value(at: place).map(withoutLinks)
          if present != withoutLinks(entry.value) { problems.append("\(address) was touched") }
        }
      }
    }
    return problems
  }

  /// A value without links, because deleting an object takes away those to it.
  private func withoutLinks(_ value: Value) -> Value {
    switch value {
    case .link: .null
    case .list(let elements): .list(elements.filter { !$0.isLink }.map(withoutLinks))
    case .set(let elements): .set(elements.filter { !$0.isLink }.map(withoutLinks))
    case .dictionary(let entries):
      .dictionary(entries.map { Value.Entry(key: $0.key, value: withoutLinks($0.value)) })
    case .embedded(let object):
      .embedded(
        Value.EmbeddedObject(
          className: object.className,
          properties: object.properties.map {
            Value.Entry(key: $0.key, value: withoutLinks($0.value))
          }))
    default: value
    }
  }

  /// What a state shows of what an operation is about.
  private enum Seen {
    case value(Value?)
    case isThere(Bool)

    func looksLike(_ other: Seen) -> Bool {
      switch (self, other) {
      case (.value(let value?), .value(let other?)): value.looksLike(other)
      case (.value(nil), .value(nil)): true
      case (.isThere(let isThere), .isThere(let other)): isThere == other
      default: false
      }
    }

    /// Whether each part of a set or dictionary that differs between two others is as in the first of them.
    func hasDifferences(of new: Seen, from old: Seen) -> Bool {
      guard let parts, let newParts = new.parts, let oldParts = old.parts else { return false }
      func isIn(_ list: [Value], _ part: Value) -> Bool { list.contains { $0.looksLike(part) } }
      return (parts + newParts + oldParts).allSatisfy {
        isIn(newParts, $0) == isIn(oldParts, $0) || isIn(newParts, $0) == isIn(parts, $0)
      }
    }

    private var parts: [Value]? {
      switch self {
      case .value(.set(let elements)?): elements
      case .value(.dictionary(let entries)?): entries.map { .dictionary([$0]) }
      default: nil
      }
    }

    init(_ state: RealmState, _ address: Address, _ member: Value?) {
      guard let object = address.object else {
        let schema = state.schema(of: address.className)
        self = .isThere(address.property.map { schema?.property($0) != nil } ?? (schema != nil))
        return
      }
      guard let property = address.property else {
        self = .isThere(state.contains(object, of: address.className))
        return
      }
      let value = state.value(
        at: LocationValue(address.className, object, property, address.path))
      if let member, case .set(let elements)? = value {
        self = .isThere(elements.contains { $0.looksLike(member) })
      } else {
        self = .value(value)
      }
    }
  }
}

extension Value {
  fileprivate var isLink: Bool { if case .link = self { true } else { false } }
}
