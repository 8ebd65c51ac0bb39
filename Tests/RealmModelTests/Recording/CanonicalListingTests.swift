import Testing
import TraceFormat

@testable import RealmModel

@Suite struct CanonicalListingTests {
  static let time = #""properties":{"t":{"type":"date","optional":false}}"#

  @Test(arguments: [
    (#""primaryKey":"a","properties":{"a":{"type":"bool","optional":false}}"#, "primaryKey"),
    (#""primaryKey":"a","properties":{}"#, "primaryKey"),
    (#""properties":{"a":{"type":"link","optional":true}}"#, "properties.a"),
    (#""properties":{"a":{"type":"int","optional":true,"target":"A"}}"#, "properties.a"),
    (
      time + #","objects":[{"t":{"$timestamp":["1",1000000000]}}]"#,
      "objects[0].t.$timestamp[1]"
    ),
    (time + #","objects":[{"t":{"$timestamp":["-1",1]}}]"#, "objects[0].t.$timestamp"),
  ])
  func `a state that Realm cannot have is refused at its place`(members: String, place: String) {
    let file = #"{"classes":{"A":{"kind":"topLevel",\#(members)}}}"#
    let failure = #expect(throws: JSONShapeFailure.self) {
      try CanonicalListing.snapshot(parsing: Array(file.utf8), role: .fresh, memory: .unlimited)
    }
    #expect(failure?.path == "classes.A.\(place)")
  }
}
