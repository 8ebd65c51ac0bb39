import Campaigns
import Importers
import RealmModel
import Replayer
import TestSupport
import Testing
import TraceFormat

/// Pre-flights on one small session, for tests.
package enum PreflightSample {
  /// A session with a class of notes, which link to a person, and one of places nobody writes to.
  package static let session = """
    {
      "scenario": 1, "name": "notes",
      "schema": {
        "Note": {
          "primaryKey": "_id",
          "properties": {"_id": "int", "text": "string", "votes": "int", "by": "Person"}
        },
        "Person": {"primaryKey": "_id", "properties": {"_id": "int", "name": "string?"}},
        "Place": {"primaryKey": "_id", "properties": {"_id": "int", "name": "string"}}
      },
      "synced": {
        "Note": [{"_id": 1, "text": "a", "votes": 1}],
        "Person": [{"_id": 1, "name": "Ada"}], "Place": [{"_id": 7, "name": "north"}]
      },
      "local": [
        {"operations": [{"update": ["Note", 1], "set": {"text": "b"}}]},
        {"operations": [{"update": ["Note", 1], "set": {"votes": 2}}]},
        {"operations": [{"update": ["Note", 1], "set": {"by": 1}}]}
      ],
      "serverChanges": [{"operations": [{"update": ["Place", 7], "set": {"name": "south"}}]}],
      "error": {}
    }
    """

  package static let schema = """
    {
      "Note": {
        "primaryKey": "_id",
        "properties": {"_id": "int", "text": "string", "votes": "int", "by": "Person"}
      },
      "Person": {"primaryKey": "_id", "properties": {"_id": "int", "name": "string?"}},
      "Place": {"primaryKey": "_id", "properties": {"_id": "int", "name": "string"}}
    }
    """

  /// Runs a pre-flight on one session, its schema changed by replacements in the text.
  package static func run(
    _ replacements: [(String, String)], session: String = session, modes: [ResetMode]? = nil,
    everyPoint: Bool = false
  ) async throws -> Preflight {
    var text = schema
    for (old, new) in replacements {
      #expect(text.contains(old))
      text = text.replacing(old, with: new)
    }
    let new = try RealmSchema(parsing: Array(#"{"schema": 1, "classes": \#(text)}"#.utf8))
    var options = Preflight.Options(schema: new, isEveryPointTried: everyPoint)
    if let modes { options.modes = modes }
    return try await TemporaryFolder.during { folder in
      let path = folder.path("a.synctrace")
      let writer = try TraceWriter(to: FileSink(path: path), codec: StoredFrames())
      for event in try Scenario(parsing: Array(session.utf8)).events { try writer.append(event) }
      try writer.finish()
      return try await Preflight.run([path], options)
    }
  }
}
