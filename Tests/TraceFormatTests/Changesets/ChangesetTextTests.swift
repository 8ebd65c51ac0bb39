import TestSupport
import Testing
import TraceFormat

@Suite struct ChangesetTextTests {
  static let lines = """
    AddTable P primary key _id: int?
    AddTable Old without primary key
    AddTable Log asymmetric primary key _id: uuid
    AddTable E embedded
    AddColumn P.age: int?
    AddColumn P.any: mixed?
    AddColumn P.meta: dictionary<string, string>
    AddColumn P.friend: link to P?
    AddColumn P.friends: dictionary<string, link to P?>
    EraseColumn P.age
    EraseTable Old
    CreateObject P[null]
    CreateObject P[-7]
    CreateObject P["k\\"1"]
    CreateObject Old[{0003-01f4}]
    CreateObject P[oid 65f100000000000000000007]
    EraseObject P[uuid 3b241101-e2bb-4255-8caf-4136c566a962]
    Update P[7].any = null
    Update P[7].any = -9223372036854775808
    Update P[7].any = true
    Update P[7].any = "ürgent\\n"
    Update P[7].any = bytes"ff"
    Update P[7].any = <2 bytes dead>
    Update P[7].any = 1969-12-31T23:59:58.900Z
    Update P[7].any = float 1.5
    Update P[7].any = double nan(0x7ff80000000000aa)
    Update P[7].any = decimal 1.50
    Update P[7].any = decimal +9999999999999999999999999999999999E+6111
    Update P[7].any = decimal Inf
    Update P[7].any = P["k\\"1"]
    Update P[7].any = oid 65f100000000000000000007
    Update P[7].any = uuid 3b241101-e2bb-4255-8caf-4136c566a962
    Update P[7].any = new dictionary
    Update P[7].any = new list
    Update P[7].any = new set
    Update P[7].friend = new embedded object (default)
    Update P[7].meta["k"] = erased
    Update P[7].notes[3] = "x" (prior size 70)
    AddInteger P[7].age += -5
    ArrayInsert P[7].notes[3] = 1 (prior size 3)
    ArrayMove P[7].notes[3] to [0] (prior size 4)
    ArrayErase P[7].notes[3] (prior size 4)
    Clear P[7].meta["k"][0]["l"] (list)
    Clear P[7].meta
    SetInsert P[7].set += 64
    SetErase P[7].set -= null
    """

  @Test func `every instruction is one readable line`() {
    let changeset = EveryInstruction.changeset
    let text = changeset.instructions.map { changeset.text(of: $0) }
    #expect(text == Self.lines.split(separator: "\n").map(String.init))
  }

  @Test func `every instruction and every kind of value is there`() {
    let instructions = EveryInstruction.changeset.instructions
    #expect(Set(instructions.map(\.kind)) == Set(InstructionKind.allCases))
    let types = Set(instructions.compactMap(\.value).map(\.type))
    #expect(types == Set(PayloadType.allCases).subtracting([.globalKey]))
  }

  @Test(arguments: [
    (
      0,
      #"{"instruction":"AddTable","class":"P","kind":"topLevel","primaryKey":"_id","type":"int","optional":true}"#
    ),
    (3, #"{"instruction":"AddTable","class":"E","kind":"embedded"}"#),
    (
      8,
      #"{"instruction":"AddColumn","class":"P","property":"friends","type":"link","collection":"dictionary","optional":true,"target":"P","keyType":"string"}"#
    ),
    (14, #"{"instruction":"CreateObject","class":"Old","object":{"$globalKey":["3","500"]}}"#),
    (
      20,
      #"{"instruction":"Update","class":"P","object":{"$int":"7"},"property":"any","path":[],"value":"ürgent\u000a","isDefault":false}"#
    ),
    (
      23,
      #"{"instruction":"Update","class":"P","object":{"$int":"7"},"property":"any","path":[],"value":{"$timestamp":["-1",-100000000]},"isDefault":false}"#
    ),
    (
      29,
      #"{"instruction":"Update","class":"P","object":{"$int":"7"},"property":"any","path":[],"value":{"$link":["P","k\"1"]},"isDefault":false}"#
    ),
    (
      37,
      #"{"instruction":"Update","class":"P","object":{"$int":"7"},"property":"notes","path":[3],"value":"x","priorSize":70}"#
    ),
    (
      40,
      #"{"instruction":"ArrayMove","class":"P","object":{"$int":"7"},"property":"notes","path":[3],"destination":0,"priorSize":4}"#
    ),
    (
      42,
      #"{"instruction":"Clear","class":"P","object":{"$int":"7"},"property":"meta","path":["k",0,"l"],"collection":"list"}"#
    ),
  ])
  func `an instruction is one JSON object`(index: Int, json: String) {
    let changeset = EveryInstruction.changeset
    #expect(changeset.json(of: changeset.instructions[index]).text() == json)
  }
}
