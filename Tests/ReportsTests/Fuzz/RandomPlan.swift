import RealmModel
import TraceFormat

@testable import Campaigns
@testable import FaultPlans
@testable import Replayer

/// Makes fault plans from a seed: mostly such as can fire in the session, and some that never can.
struct RandomPlan {
  private let injector: FaultInjector
  private let variants: FaultVariants
  private var numbers: SeededNumbers

  init(_ injector: FaultInjector, seed: UInt64) {
    self.injector = injector
    variants = FaultVariants(injector.timelines)
    numbers = SeededNumbers(seed: seed)
  }

  mutating func next() -> FaultPlan {
    let count = Int.random(in: 1...4, using: &numbers)
    return FaultPlan(
      (0..<count).compactMap { _ in fault() }, seed: UInt64.random(in: 0...3, using: &numbers))
  }

  /// A fault; nil where too many in a row were not what a plan can say.
  private mutating func fault() -> Fault? {
    for _ in 0..<20 {
      let description = pick(FaultCatalogue.all.filter { !$0.replayEvents.isEmpty })
      guard let kind = kind(of: description) else { continue }
      let fault = Fault(moment(of: description), kind)
      // Only what can be read from a file is a plan.
      if (try? Fault(text: fault.text)) == fault { return fault }
    }
    return nil
  }

  private mutating func kind(of description: FaultDescription) -> FaultKind? {
    // The example names what another session has, which is a case of its own.
    if chance(10) { return try? Fault(text: description.example).kind }
    let kinds = variants.kinds(of: description)
    return kinds.isEmpty ? nil : pick(kinds)
  }

  private mutating func moment(of description: FaultDescription) -> FaultTrigger {
    let event = pick(description.replayEvents)
    var moment = FaultTrigger(pick(TriggerRelation.allCases), event)
    switch event {
    case .step:
      moment.number = pick(description.steps ?? ResetStep.allCases).rawValue
      if chance(15) { moment.reset = 2 }
    case .reset: moment.number = chance(15) ? 2 : 1
    default:
      // Now and then beyond the last.
      let last = injector.sequences(of: event).count + (chance(10) ? 2 : 0)
      moment.number = Int.random(in: 1...max(1, last), using: &numbers)
      if chance(15) { moment.conditions = [condition(of: event)] }
    }
    return moment
  }

  private mutating func condition(of event: FaultTrigger.Event) -> FaultCondition {
    let attribute = pick(event.attributes)
    let value: FaultScalar =
      switch attribute {
      case .session, .version, .code: .number(String(Int.random(in: 1...12, using: &numbers)))
      case .className: .text(pick(["Item", "Other", "Inspection", "T"]))
      case .property: .text(pick(["string", "links", "status"]))
      case .instruction: .text(pick(InstructionKind.allCases).name)
      case .action: .text(pick(ServerAction.allCases).rawValue)
      // Of the wire; no event of a replay has them.
      case .direction: .text(WireMessage.Direction.clientToServer.rawValue)
      case .type: .text("upload")
      }
    let comparisons: [FaultComparison] = [.equal, .notEqual, .less, .greaterOrEqual]
    return FaultCondition(attribute, pick(comparisons), value)
  }

  private mutating func pick<Element>(_ choice: some Collection<Element>) -> Element {
    choice.randomElement(using: &numbers)!
  }

  private mutating func chance(_ percentage: Int) -> Bool {
    Int.random(in: 0..<100, using: &numbers) < percentage
  }
}
