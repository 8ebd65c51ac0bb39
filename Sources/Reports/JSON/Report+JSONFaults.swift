internal import Analyzer
internal import FaultPlans
package import Replayer
package import TraceFormat

// The faults that were injected (`docs/faults.md`).
extension JSONField<Report> {
  /// Not there for a replay without faults.
  static var faults: Self {
    group(
      "faults", if: { !$0.faultPlan.isEmpty },
      [
        Self("plan", isRequired: true) {
          .made($0.faultPlan.json)
        } read: { report, node throws(JSONShapeFailure) in
          report.faultPlan = try FaultPlan(node)
        },
        faults(
          "fired", \.faults,
          [
            .field("index", \.index), .derived("fault") { .string($0.fault.text) },
            .field("session", \.session), .field("sequence", \.sequence),
            .field("effects", \.effects),
          ]
        ) { FaultFiring(fault: $0, index: 0, session: 0, sequence: 0, effects: []) },
        faults(
          "neverFired", \.unfiredFaults,
          [
            .field("index", \.index), .derived("fault") { .string($0.fault.text) },
            .derived("reason") { .string($0.reason.words) }, .field("fact", \.reason),
          ]
        ) { UnfiredFault(fault: $0, index: 0, reason: .noResetDue) },
      ])
  }

  /// - Parameter blank: what is read into, of a fault of the plan.
  private static func faults<Element>(
    _ name: String, _ path: WritableKeyPath<Report, [Element]>, _ fields: [JSONField<Element>],
    _ blank: @escaping (Fault) -> Element
  ) -> Self {
    Self(name) {
      .made(.array($0[keyPath: path].map { fields.outline(of: $0).whole }))
    } read: { report, node throws(JSONShapeFailure) in
      let plan = report.faultPlan.faults
      for element in try node.elements() {
        let index = try element.require("index").index(of: "a fault", plan.count)
        var fault = blank(plan[index])
        try fields.read(element, into: &fault)
        report[keyPath: path].append(fault)
      }
    }
  }
}

extension FaultEffect: JSONShaped {
  package static let derived: [JSONDerived<Self>] =
    [
      .init("kind", .first) { .string($0.kind.rawValue) }, .words(\.words, "text", .after("kind")),
    ]
}
