import Importers
import TestSupport
import TraceFormat

/// Folders of small traces, for tests of goldens.
package enum GoldenSample {
  /// A session about a class `T`: one property is set on both sides, another on the device alone,
  /// and an object is edited that the server has deleted.
  ///
  /// - Parameter serverAlsoSets: what the server sets the other property to in a change of its own, a
  ///   record more before the reset.
  package static func session(
    deviceSets a: Int = 2, serverAlsoSets b: Int? = nil, name: String = "sample"
  ) throws -> [UInt8] {
    let more = b.map { ", {\"operations\": [{\"update\": [\"T\", 1], \"set\": {\"b\": \($0)}}]}" }
    let file = """
      {
        "scenario": 1, "name": "\(name)",
        "schema": {
          "T": {"primaryKey": "_id", "properties": {"_id": "int", "a": "int", "b": "int"}}
        },
        "synced": {"T": [{"_id": 1, "a": 1, "b": 1}, {"_id": 2, "a": 1, "b": 1}]},
        "local": [
          {"operations": [
            {"update": ["T", 1], "set": {"a": \(a), "b": 2}}, {"update": ["T", 2], "set": {"a": 2}}
          ]}
        ],
        "serverChanges": [
          {"operations": [{"update": ["T", 1], "set": {"a": 3}}, {"delete": ["T", 2]}]}\(more ?? "")
        ],
        "error": {}
      }
      """
    return try trace(of: Scenario(parsing: Array(file.utf8)).events)
  }

  /// A session that no reset is asked for in.
  package static func quietSession() throws -> [UInt8] {
    try trace(of: [Event.Content.note(Note(text: "nothing happened"))])
  }

  package static func trace(of events: [Event]) throws -> [UInt8] {
    let sink = MemorySink()
    let writer = try TraceWriter(to: sink, codec: StoredFrames())
    for event in events { try writer.append(event) }
    try writer.finish()
    return sink.bytes
  }

  private static func trace(of contents: [Event.Content]) throws -> [UInt8] {
    try TraceFiles.trace(of: contents, codec: StoredFrames())
  }

  /// A folder with traces of these names.
  package static func with<Result>(
    _ names: [String] = ["sample"], _ body: (TemporaryFolder) throws -> Result
  ) throws -> Result {
    try TemporaryFolder.with { folder in
      for name in names { try folder.write(session(), to: "\(name).synctrace") }
      return try body(folder)
    }
  }
}
