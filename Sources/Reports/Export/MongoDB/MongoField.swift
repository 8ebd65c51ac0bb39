internal import Analyzer
internal import TraceFormat

/// Places in a document: as the dotted path of an update operator, or, where a name holds a dot or begins with
/// a dollar sign, as an expression.
struct MongoField {
  var steps: [PathStep]

  /// The dotted path; nil where an operator would take it for another one.
  func dotted(_ json: ExtendedJSON) throws(ExportLimit) -> String? {
    var parts: [String] = []
    for step in steps {
      switch step {
      case .index(let index): parts.append(String(index))
      case .key(let key):
        let name = try json.name(key)
        guard Self.isPlain(name) else { return nil }
        parts.append(name)
      }
    }
    return parts.joined(separator: ".")
  }

  /// A name of digits would be an index to an operator where there is a list.
  private static func isPlain(_ name: String) -> Bool {
    !name.isEmpty && !name.utf8.contains(UInt8(ascii: "."))
      && name.utf8.first != UInt8(ascii: "$")
      && !name.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }

  func value(_ json: ExtendedJSON) throws(ExportLimit) -> JSONText {
    var value = JSONText.string("$$ROOT")
    for step in steps { value = try Self.part(step, of: value, json) }
    return value
  }

  private static func part(
    _ step: PathStep, of value: JSONText, _ json: ExtendedJSON
  ) throws(ExportLimit) -> JSONText {
    switch step {
    case .index(let index):
      .tagged("arrayElemAt", .array([value, ExtendedJSON.int(Int(index))]))
    case .key(let key):
      .tagged(
        "getField",
        .members(["field": .tagged("literal", .string(try json.name(key))), "input": value]))
    }
  }

  /// The document with something else at the place, as an expression; as it is where what is to hold it is not there.
  func document(putting new: JSONText, _ json: ExtendedJSON) throws(ExportLimit) -> JSONText {
    try Self.put(new, at: steps[...], in: .string("$$ROOT"), json)
  }

  private static func put(
    _ new: JSONText, at path: ArraySlice<PathStep>, in whole: JSONText, _ json: ExtendedJSON
  ) throws(ExportLimit) -> JSONText {
    guard let step = path.first else { return new }
    let inner = try put(new, at: path.dropFirst(), in: part(step, of: whole, json), json)
    switch step {
    case .key(let key):
      let changed = JSONText.tagged(
        "setField",
        .members([
          "field": .tagged("literal", .string(try json.name(key))), "input": whole,
          "value": inner,
        ]))
      return when(whole, is: "object", changed)
    case .index(let index):
      let index = Int(index)
      return when(whole, is: "array", spliced(whole, at: index, removing: 1, [inner]))
    }
  }

  /// Something where a value is of a type; otherwise the value.
  static func when(_ value: JSONText, is type: String, _ changed: JSONText) -> JSONText {
    .tagged("cond", .array([test(value, is: type), changed, value]))
  }

  static func test(_ value: JSONText, is type: String) -> JSONText {
    .tagged("eq", .array([.tagged("type", value), .string(type)]))
  }

  static func spliced(
    _ list: JSONText, at index: Int, removing count: Int, _ new: [JSONText]
  ) -> JSONText {
    let head =
      index == 0 ? [] : [JSONText.tagged("slice", .array([list, ExtendedJSON.int(index)]))]
    let tail = JSONText.tagged(
      "slice", .array([list, ExtendedJSON.int(index + count), ExtendedJSON.int(Int(Int32.max))]))
    return .tagged(
      "concatArrays", .array(head + (new.isEmpty ? [] : [.array(new)]) + [tail]))
  }
}
