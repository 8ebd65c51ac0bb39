import FaultPlans
import TraceFormat

@testable import RealmModel
@testable import Simulation

/// A small world in which everything follows from a seed: classes, users, bad days, and how devices reset.
struct SwarmCase {
  let seed: UInt64
  var classes: [ClassSchema]
  var workload: Workload
  var deviceCount: Int
  var dayCount: Int
  var modes: [ResetMode]
  var faults: [String]

  /// - Parameter hasTroubles: whether resets are interrupted, messages break and apps add properties, too.
  init(seed: UInt64, hasTroubles: Bool = true) {
    self.seed = seed
    var random = SeededNumbers(seed: seed)
    func number(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &random) }
    classes = RandomSchema.classes(&random)
    var workload = Workload()
    for change in Workload.Change.allCases where change != .addProperty {
      workload[change] = number(0...20)
    }
    workload[.create] += 5
    workload.writesPerDay = number(2...20)
    workload.changesPerWrite = number(1...6)
    workload.textBytes = number(1...20)
    workload.objectsPerClass = number(0...6)
    workload.devicesPerRealm = 4
    workload.sharedPercent = number(0...100)
    workload.onlineMinutes = number(10...900)
    workload.offlineMinutes = number(10...2_000)
    workload.lostAnswerPercent = number(0...40)
    if number(0...1) == 0 { workload.keyCount = number(2...12) }
    self.workload = workload
    deviceCount = number(1...4)
    dayCount = number(2...8)
    let allModes: [ResetMode] = [.recover, .discardLocal, .recoverOrDiscard, .manual]
    modes = (0..<deviceCount).map { _ in allModes[number(0...3)] }
    let names = [
      "client-reset", "client-reset", "recovery-disabled", "terminate-sync",
      "terminate-sync data=gone", "restore-backup hours=3", "restore-backup hours=30",
      "offline-too-long", "remove-class", "remove-property", "change-type", "change-optionality",
      "change-collection", "change-primary-key-type", "rename-primary-key", "embed-class",
      "unembed-class", "change-link-target", "add-class", "add-property",
      "role-change class=\(classes[0].name)",
    ]
    let days = dayCount
    faults = (0..<number(1...3)).map { _ in
      "day \(number(1...days)): \(names[number(0...names.count - 1)])"
    }
    if hasTroubles { addTroubles() }
  }

  /// Takes numbers of its own, so that all else is as it is without.
  private mutating func addTroubles() {
    var random = SeededNumbers(seed: seed ^ 0x0DD5)
    func percent(_ most: Int) -> Int { max(0, .random(in: -most...most, using: &random)) }
    workload.brokenMessagePercent = percent(30)
    workload.interruptedResetPercent = percent(60)
    workload[.addProperty] = percent(3)
  }

  func options() throws -> SimulationOptions {
    try SimulationOptions(
      schema: RealmSchema(classes), workload: workload, deviceCount: deviceCount,
      dayCount: dayCount, seed: seed, modes: modes,
      plan: FaultPlan(try faults.map { try Fault(text: $0, for: .simulation) }, seed: seed))
  }
}

// What a person has to look at gets smaller
extension SwarmCase {
  /// The same case with less in it, as long as something still holds of it.
  func shrunk(while holds: (SwarmCase) -> Bool) -> SwarmCase {
    var smallest = self
    var hasShrunk = true
    while hasShrunk {
      hasShrunk = false
      for candidate in smallest.smaller where holds(candidate) {
        (smallest, hasShrunk) = (candidate, true)
        break
      }
    }
    return smallest
  }

  private var smaller: [SwarmCase] {
    func with(_ change: (inout SwarmCase) -> Void) -> SwarmCase {
      var other = self
      change(&other)
      return other
    }
    var all: [SwarmCase] = []
    for index in faults.indices where faults.count > 1 {
      all.append(with { $0.faults.remove(at: index) })
    }
    if deviceCount > 1 { all.append(with { $0.deviceCount -= 1 }) }
    if dayCount > 1 { all.append(with { $0.dayCount -= 1 }) }
    for owner in classes where classes.count > 1 {
      let left = classes.filter { $0.name != owner.name }.map { other in
        var other = other
        other.properties.removeAll { $0.target == owner.name }
        return other
      }
      if left.contains(where: { $0.kind == .topLevel }) { all.append(with { $0.classes = left }) }
    }
    for (index, owner) in classes.enumerated() {
      for property in owner.properties where property.name != owner.primaryKey {
        all.append(with { $0.classes[index].properties.removeAll { $0.name == property.name } })
      }
    }
    if workload.writesPerDay > 1 { all.append(with { $0.workload.writesPerDay /= 2 }) }
    if workload.changesPerWrite > 1 { all.append(with { $0.workload.changesPerWrite = 1 }) }
    if workload.objectsPerClass > 1 { all.append(with { $0.workload.objectsPerClass = 1 }) }
    if workload.lostAnswerPercent > 0 { all.append(with { $0.workload.lostAnswerPercent = 0 }) }
    if workload.brokenMessagePercent > 0 {
      all.append(with { $0.workload.brokenMessagePercent = 0 })
    }
    if workload.interruptedResetPercent > 0 {
      all.append(with { $0.workload.interruptedResetPercent = 0 })
    }
    if workload[.addProperty] > 0 { all.append(with { $0.workload[.addProperty] = 0 }) }
    return all
  }
}

extension SwarmCase {
  /// Whether devices and server end up with the same. Realm Core does not notice that links lead to another class; and
  /// a reset, or a history that is not kept, loses links to objects that are gone, which may come back (`docs/traps.md`).
  var promisesEqualStates: Bool {
    let hasLinks = classes.contains { $0.properties.contains { $0.target != nil } }
    let mayComeBack = hasLinks && workload.keyCount > 0 && workload[.delete] > 0
    return !mayComeBack && !faults.contains { $0.contains("change-link-target") }
  }
}

extension SwarmCase: CustomStringConvertible {
  var description: String {
    "seed \(seed), \(deviceCount) devices, \(dayCount) days, modes "
      + "\(modes.map(\.rawValue).joined(separator: ", ")), \(faults.joined(separator: "; ")), "
      + "workload \(workload.json.text()), schema \(RealmSchema(classes).json.text())"
  }
}

/// Classes with properties of every kind.
private enum RandomSchema {
  static func classes(_ random: inout SeededNumbers) -> [ClassSchema] {
    let names: [RealmString] = ["A", "B", "C"]
    let count = Int.random(in: 1...3, using: &random)
    let hasPart = Bool.random(using: &random)
    var classes = names.prefix(count).map { name in
      let type: PropertyType =
        [.int, .string, .objectId, .uuid].randomElement(using: &random) ?? .int
      var owner = ClassSchema(name: name, kind: .topLevel, primaryKey: "_id", properties: [])
      owner.properties = [
        PropertySchema(name: "_id", type: type, isOptional: false, collection: .single, target: nil)
      ]
      return owner
    }
    if hasPart {
      classes.append(ClassSchema(name: "Part", kind: .embedded, primaryKey: nil, properties: []))
    }
    for index in classes.indices {
      for number in 0..<Int.random(in: 1...5, using: &random) {
        let property = property("p\(number)", of: classes[index], in: classes, &random)
        classes[index].properties.append(property)
      }
    }
    return classes
  }

  private static func property(
    _ name: String, of owner: ClassSchema, in classes: [ClassSchema], _ random: inout SeededNumbers
  ) -> PropertySchema {
    var type = PropertyType.allCases.randomElement(using: &random) ?? .int
    var collection = CollectionKind.allCases.randomElement(using: &random) ?? .single
    if Bool.random(using: &random) { collection = .single }
    var target: ClassSchema?
    if type == .link {
      // An embedded class that embeds itself has no end.
      target = classes.filter { $0.kind == .topLevel || owner.kind == .topLevel }
        .randomElement(using: &random)
      if target == nil { type = .int }
      if target?.kind == .embedded, collection == .set { collection = .list }
    }
    let isOptional =
      type == .mixed || type == .link && (collection == .single || collection == .dictionary)
      || type != .link && Bool.random(using: &random)
    return PropertySchema(
      name: RealmString(name), type: type, isOptional: isOptional, collection: collection,
      target: target?.name)
  }
}
