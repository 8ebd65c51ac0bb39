internal import TraceFormat

/// The beginning of a row, which is all of it that a run is resumed by: the lists are not looked at.
struct FleetRowHead: Hashable {
  var trace: TextBytes
  var mode: TextBytes?
  /// The JSON of what the run changed; nil where it changed nothing.
  var whatIf: [UInt8]?
  var engine: TextBytes?
  var tool: TextBytes?
  var isDamaged = false
  /// Whether it says why there are no facts.
  var isFailed = false

  /// Reads the head of a line that `tracetool` wrote; throws where it is none, or of another version.
  init(_ line: [UInt8]) throws(DecodingFailure) {
    var reader = JSONReader(line.rawBytes)
    try reader.enterObject()
    trace = TextBytes("")
    var hasSchema = false
    // The lists begin with the notes.
    while let name = try reader.nextMember(), name != "notes" {
      switch name {
      case "schema":
        hasSchema = try reader.readInteger(Int.self) == FleetRow.schema
      case "trace": trace = TextBytes(try reader.readString())
      case "mode": mode = TextBytes(try reader.readString())
      case "whatIf": whatIf = Array(line[try reader.skipValue()])
      case "engine": engine = TextBytes(try reader.readString())
      case "tool": tool = TextBytes(try reader.readString())
      case "damaged": isDamaged = try reader.readBool()
      case "error":
        isFailed = true
        _ = try reader.skipValue()
      default: _ = try reader.skipValue()
      }
    }
    guard hasSchema else {
      throw .invalidValue("it is not a row of version \(FleetRow.schema)", at: 0)
    }
  }
}
