import Testing
import TraceFormat

/// Members that are listed have the forms of those of a structure.
@Suite struct FactMembersTests {
  @Test func `members keep their order and have the forms of facts`() {
    let absent: Int? = nil
    let present: UInt32? = 7
    let json = JSONText(facts: [
      "count": 2, "size": UInt64(3), "absent": absent, "present": present, "names": ["a", "b"],
      "inner": JSONText.members(["x": .null]), "isOpen": false,
    ])
    #expect(
      json.text()
        == #"{"count":2,"size":"3","absent":null,"present":7,"names":["a","b"],"inner":{"x":null},"isOpen":false}"#
    )
  }

  @Test func `a question mark leaves out what is nil, empty or false`() {
    let absent: String? = nil
    let json = JSONText(facts: [
      "absent?": absent, "none?": [Int](), "isOpen?": false, "count?": 0, "word?": "",
    ])
    #expect(json.text() == #"{"count":0,"word":""}"#)
  }
}
