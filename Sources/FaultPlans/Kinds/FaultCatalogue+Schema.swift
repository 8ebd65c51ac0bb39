internal import TraceFormat

extension FaultCatalogue {
  private static func entry(
    _ change: SchemaFault.Change, _ summary: String, _ parameters: [FaultDescription.Parameter],
    example: String
  ) -> FaultDescription {
    FaultDescription(
      name: change.rawValue, family: .schema, summary: summary, replayEvents: sessionEvents,
      isSimulated: true, parameters: parameters, example: "at reset: \(change.rawValue) \(example)",
      parse: { (members) throws(JSONShapeFailure) in .schema(try SchemaFault(change, &members)) })
  }

  private static func open(_ name: String, _ meaning: String) -> FaultDescription.Parameter {
    .init(name: name, meaning: "\(meaning); chosen by the seed if left out", isRequired: false)
  }

  private static let theClass = open("class", "the class")
  private static let theProperty = open("property", "the property")

  static let schema: [FaultDescription] = [
    entry(
      .removeClass, "a class is removed from the server, with its objects", [theClass],
      example: "class=T"),
    entry(
      .unknownClass, "the server never had a class of the client", [theClass], example: "class=T"),
    entry(
      .removeProperty, "a property is removed from the server, with its values",
      [theClass, theProperty], example: "class=T property=s"),
    entry(
      .changeType, "a property gets another type, and its values are converted or gone",
      [theClass, theProperty, open("type", "the new type")],
      example: "class=T property=v type=string"),
    entry(
      .changeOptionality, "an optional property becomes required, or the other way round",
      [theClass, theProperty], example: "class=T property=v"),
    entry(
      .changeCollection, "a single value becomes a list, set or dictionary, or the other way round",
      [theClass, theProperty, open("collection", "single, list, set or dictionary")],
      example: "class=T property=v collection=list"),
    entry(
      .changePrimaryKeyType, "the primary key of a class gets another type",
      [theClass, open("type", "the new type")], example: "class=T type=string"),
    entry(
      .renamePrimaryKey, "the primary key of a class gets another name",
      [theClass, open("name", "the new name")], example: "class=T name=id2"),
    entry(
      .embedClass, "a class of its own becomes an embedded one", [theClass], example: "class=T"),
    entry(
      .unembedClass, "an embedded class becomes one of its own", [theClass],
      example: "class=Address"),
    entry(
      .changeLinkTarget, "a property of links leads to another class",
      [theClass, theProperty, open("target", "the other class")],
      example: "class=T property=link target=Other"),
    entry(
      .addClass, "the server has a new class that the client does not know",
      [open("class", "the name of the new class")], example: "class=New"),
    entry(
      .addProperty, "the server has a new property that the client does not know",
      [theClass, open("property", "the name of the new property"), open("type", "its type")],
      example: "class=T property=extra type=string"),
  ]
}
