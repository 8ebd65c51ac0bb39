internal import RealmModel
internal import TraceFormat

extension ChangeUndoneByCopy {
  init(_ node: JSONNode) throws(JSONShapeFailure) {
    var members = try JSONMembers(node)
    var values = try JSONMembers(members.require("values"))
    self.init(
      address: try Address(members.require("address")),
      server: try Sighting(values.require("server")), copy: try Sighting(values.require("copy")))
    try values.finish()
    try members.finish()
  }
}

extension IncomingChanges {
  init(_ node: JSONNode) throws(JSONShapeFailure) {
    var members = try JSONMembers(node)
    if let list = members.take("changes") {
      var changes: [IncomingChange] = []
      for element in try list.elements() { changes.append(try IncomingChange(element)) }
      self.init(changes: changes)
    } else {
      self.init(changes: nil)
    }
    members.skip("text")
    try members.finish()
  }
}

extension IncomingChange {
  fileprivate init(_ node: JSONNode) throws(JSONShapeFailure) {
    var members = try JSONMembers(node)
    var values = try JSONMembers(members.require("values"))
    self.init(
      address: try Address(members.require("address")),
      before: try Sighting(values.require("before")),
      server: try Sighting(values.require("server")), after: try Sighting(values.require("after")),
      arrives: try members.require("arrives").bool())
    try values.finish()
    try members.finish()
  }
}
