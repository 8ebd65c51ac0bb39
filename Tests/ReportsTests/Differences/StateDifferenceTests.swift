import Testing
import TraceFormat

@testable import Campaigns
@testable import Reports

@Suite struct StateDifferenceTests {
  static let person = #"{"type":"int","optional":false}"#

  static func state(_ classes: String) throws -> JSONText {
    try JSONText(parsing: Array(#"{"classes":{\#(classes)}}"#.utf8))
  }

  static func persons(_ objects: String, schema: String = "") throws -> JSONText {
    try state(
      #""Person":{"kind":"topLevel","primaryKey":"_id","properties":{"age":\#(person)\#(schema)},"#
        + #""objects":[\#(objects)]}"#)
  }

  static func text(_ first: JSONText, _ second: JSONText) throws -> [String] {
    try StateDifference.between(CanonicalState(first), CanonicalState(second)).text().split(
      separator: "\n"
    ).map(String.init)
  }

  static let one = #"{"_id":{"$int":"1"},"age":{"$int":"30"}}"#
  static let oneOlder = #"{"_id":{"$int":"1"},"age":{"$int":"31"}}"#
  static let two = #"{"_id":{"$int":"2"},"age":{"$int":"40"}}"#

  @Test func `equal states are the same`() throws {
    let state = try CanonicalState(Self.persons(Self.one))
    let difference = StateDifference.between(state, state)
    #expect(difference.isEmpty)
    #expect(difference.text() == "states: 2 the same\n")
  }

  @Test func `objects are compared by primary key, wherever they stand`() throws {
    let first = try Self.persons("\(Self.two),\(Self.one)")
    let second = try Self.persons("\(Self.oneOlder),\(Self.two)")
    #expect(
      try Self.text(first, second) == [
        "~  Person 1", "      age: 30, now 31", "states: 1 changed, 2 the same",
      ])
  }

  @Test func `objects and classes that one side has alone are named`() throws {
    let first = try Self.persons(Self.one)
    let second = try Self.persons(Self.two)
    #expect(
      try Self.text(first, second) == [
        "-  Person 1", "+  Person 2",
        "states: 1 only in the first, 1 only in the second, 1 the same",
      ])
    #expect(
      try Self.text(try Self.state(""), second) == [
        "+  class Person", "states: 1 only in the second",
      ])
  }

  @Test func `a property of another type is a difference of the class`() throws {
    let second = try Self.persons(
      Self.one, schema: #","name":{"type":"string","optional":true}"#)
    #expect(
      try Self.text(try Self.persons(Self.one), second) == [
        "~  class Person",
        "      properties.name: only in the second, {type: \"string\", optional: true}",
        "states: 1 changed, 1 the same",
      ])
  }

  @Test func `objects without a primary key are compared by their contents`() throws {
    let objects = #"{"age":1},{"age":1},{"age":2}"#
    let first = try Self.state(#""T":{"kind":"topLevel","properties":{},"objects":[\#(objects)]}"#)
    let second = try Self.state(
      #""T":{"kind":"topLevel","properties":{},"objects":[{"age":2},{"age":1},{"age":3}]}"#)
    #expect(
      try Self.text(first, second) == [
        "-  T {age: 1}", "+  T {age: 3}",
        "states: 1 only in the first, 1 only in the second, 3 the same",
      ])
  }

  @Test func `a set of links has no order`() throws {
    let links = [#"{"$link":["T",{"$int":"1"}]}"#, #"{"$link":["T",{"$int":"2"}]}"#]
    let first = try Self.persons(#"{"_id":1,"s":{"$set":[\#(links[0]),\#(links[1])]}}"#)
    let second = try Self.persons(#"{"_id":1,"s":{"$set":[\#(links[1]),\#(links[0])]}}"#)
    #expect(try Self.text(first, second) == ["states: 2 the same"])
  }

  @Test(arguments: [
    ("{}", "the file: expected a member `classes`, found none"),
    (#"{"classes":[]}"#, "classes: expected an object, found []"),
    (#"{"classes":{"T":1}}"#, "classes.T: expected an object, found 1"),
    (#"{"classes":{"T":{"objects":1}}}"#, "classes.T.objects: expected an array, found 1"),
    (#"{"classes":{"T":{"objects":[1]}}}"#, "classes.T.objects[0]: expected an object, found 1"),
    (
      #"{"classes":{"T":{"primaryKey":"_id","objects":[{}]}}}"#,
      "classes.T.objects[0]: expected a member `_id`, the primary key, found none"
    ),
  ])
  func `what is no state is refused with its place`(text: String, message: String) throws {
    let json = try JSONText(parsing: Array(text.utf8))
    let failure = try #require(throws: JSONShapeFailure.self) {
      try CanonicalState(json)
    }
    #expect("\(failure)" == message)
  }
}
