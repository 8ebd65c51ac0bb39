internal import RealmModel
internal import Replayer
internal import TraceFormat

extension MergePlan {
  init(_ node: JSONNode, _ range: IndexRange) throws(JSONShapeFailure) {
    var members = try JSONMembers(node)
    self.init(
      operations: try members.list("operations") { node throws(JSONShapeFailure) in
        try Operation(node, range)
      },
      settled: try range.indexes(members.require("settled")),
      changeset: try members.require("changeset").hexadecimal())
    try members.finish()
  }
}

extension MergePlan.Operation {
  fileprivate init(_ node: JSONNode, _ range: IndexRange) throws(JSONShapeFailure) {
    var members = try JSONMembers(node)
    var values = try JSONMembers(members.require("values"))
    self.init(
      writes: try range.indexes(members.require("writes")),
      address: try Address(members.require("address")),
      member: try members.take("member").map(Value.init),
      action: try members.require("fact").fact(),
      instructions: try members.list("instructions") { node throws(JSONShapeFailure) in
        var builder = ChangesetBuilder()
        try builder.append(node)
        return node.json
      },
      server: try Sighting(values.require("server")), after: try Sighting(values.require("after")),
      conflict: try members.take("conflictFact")?.fact())
    try values.finish()
    members.skip("text", "conflict")
    try members.finish()
  }
}
