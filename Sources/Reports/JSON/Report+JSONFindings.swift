public import Analyzer
internal import Phrasebook
internal import RealmModel
internal import Replayer
public import TraceFormat

// What the analysis found beside the fates.
extension EngineDefect: JSONObject {
  package init(_ fields: inout some JSONFields<Self>) throws(JSONShapeFailure) {
    let identifiers = try fields.list("identifiers", \.identifiers)
    let idealFate = try fields.optional("idealFate", \.idealFate)
    let idealAfter = try fields.optional("idealAfter", \.idealAfter)
    fields.words("text", \.words)
    self.init(
      identifiers: identifiers, idealFate: idealFate, idealAfter: idealAfter,
      effect: try fields.fact("fact", \.effect))
  }
}

extension DefectSighting: JSONObject {
  package init(_ fields: inout some JSONFields<Self>) throws(JSONShapeFailure) {
    let identifiers = try fields.list("identifiers", \.identifiers)
    let address = try fields.optional("address", \.address)
    let values = try fields.group(
      "values", if: { $0.after != nil },
      of: { fields throws(JSONShapeFailure) in
        (
          after: try fields("after") { $0.after ?? .absent },
          ideal: try fields.optional("ideal", \.idealAfter)
        )
      })
    self.init(
      identifiers: identifiers, address: address, after: values?.after,
      idealAfter: values?.ideal, result: try fields("result", \.result),
      idealResult: try fields("idealResult", \.idealResult),
      writes: try fields("writes", \.writes))
    fields.words("text", \.words)
  }
}

extension Collateral: JSONObject {
  package init(_ fields: inout some JSONFields<Self>) throws(JSONShapeFailure) {
    let (kind, address) = (try fields("kind", \.kind), try fields("address", \.address))
    let values = try fields.group("values") { fields throws(JSONShapeFailure) in
      (
        before: try fields.optional("before", \.before), server: try fields("server", \.server),
        after: try fields("after", \.after)
      )
    }
    let gone = try fields.list("gone", \.gone, omitsEmpty: true)
    let surplus = try fields.list("surplus", \.surplus, omitsEmpty: true)
    let isCertain = try fields("certain", \.isCertain)
    let writes = try fields("writes", \.writes)
    let rule = try fields.optional("rule", \.rule)
    fields.words("reason", \.reason.words)
    self.init(
      kind: kind, address: address, server: values.server, after: values.after,
      before: values.before, gone: gone, surplus: surplus, isCertain: isCertain, writes: writes,
      rule: rule, reason: try fields.fact("fact", \.reason),
      defect: try fields.optional("defect", \.defect))
  }
}

extension TrapSighting: JSONObject {
  package init(_ fields: inout some JSONFields<Self>) throws(JSONShapeFailure) {
    let trap = try fields("trap", \.trap)
    fields.words("title", \.trap.title)
    fields.written("help") { $0.trap.help.map { .string($0) } }
    let address = try fields.optional("address", \.address)
    let writes = try fields("writes", \.writes)
    fields.words("text", \.effect.words)
    self.init(
      trap: trap, address: address, writes: writes, effect: try fields.fact("fact", \.effect))
  }
}

extension ResetLoop: JSONObject {
  package init(_ fields: inout some JSONFields<Self>) throws(JSONShapeFailure) {
    self.init(
      kind: try fields("kind", \.kind), pendingReset: try fields("pendingReset", \.pendingReset),
      unacknowledgedResetCount: try fields("unacknowledgedResets", \.unacknowledgedResetCount),
      action: try fields("action", \.action),
      requestedMode: try fields("requestedMode", \.requestedMode),
      nextAttempt: try fields.fact("nextAttempt", \.nextAttempt))
    fields.words("text", \.sentences)
  }
}

extension MergePlan: JSONObject {
  /// The plan for programs (`docs/report.md`, "Merge plan").
  public var json: JSONText { .object(jsonMembers) }

  package init(_ fields: inout some JSONFields<Self>) throws(JSONShapeFailure) {
    self.init(
      operations: try fields.longList("operations", \.operations),
      settled: try fields("settled", \.settled),
      changeset: try fields(
        "changeset", \.changeset, write: { .string(Hex.encode($0)) },
        read: { node throws(JSONShapeFailure) in try node.hexadecimal() }))
  }
}

extension MergePlan.Operation: JSONObject {
  package init(_ fields: inout some JSONFields<Self>) throws(JSONShapeFailure) {
    let (writes, address) = (try fields("writes", \.writes), try fields("address", \.address))
    let member = try fields.optional("member", \.member)
    fields.words("text", \.action.words)
    let action = try fields.fact("fact", \.action)
    let instructions = try fields.list("instructions", \.instructions) {
      $0
    } read: { node throws(JSONShapeFailure) in
      var builder = ChangesetBuilder()
      try builder.append(node)
      return node.json
    }
    let values = try fields.group("values") { fields throws(JSONShapeFailure) in
      (server: try fields("server", \.server), after: try fields("after", \.after))
    }
    fields.written("conflict") { $0.conflict.map { .string($0.words) } }
    self.init(
      writes: writes, address: address, member: member, action: action,
      instructions: instructions, server: values.server, after: values.after,
      conflict: try fields.optionalFact("conflictFact", \.conflict))
  }
}
