import Analyzer
import RealmModel
import Replayer
import TestSupport
import Testing
import TraceFormat

@testable import Reports

/// Updates of MongoDB are applied by an interpreter of their operators to the state of the last sync, and come
/// to what the device has.
@Suite(.slow) struct MongoRoundTripTests {
  @Test(arguments: SQLRoundTripTests.files.map(\.file))
  func `Recorded writes come to the device's state`(_ file: String) throws {
    let every = SQLRoundTripTests.files.first { $0.file == file }?.every ?? 1
    var count = 0
    for trial in try DatabaseTrial.vectors(file, every: every) {
      if try check(trial) { count += 1 }
    }
    #expect(count > 0)
  }

  @Test func `Names and values of every kind stay names and values`() throws {
    for session in HostileSession.events {
      for trial in try DatabaseTrial.all(session.name, session.events) {
        #expect(try check(trial), "\(trial.name)")
      }
    }
  }

  /// Whether the trial could be said whole; records an issue where it comes to something else.
  func check(_ trial: DatabaseTrial) throws -> Bool {
    let sink = MemorySink()
    let tally = try MongoRenderer.write(trial.export, to: sink)
    guard tally.limits.keys.allSatisfy({ $0 == .schema }) else { return false }
    let document = try JSONText(parsing: sink.bytes)
    guard let expected = try? collections(of: trial.after, trial),
      let before = try? collections(of: trial.before, trial)
    else { return false }
    var missing: [String] = []
    var database = MongoInterpreter()
    for (name, documents) in before { for it in documents { database.insert(it, into: name) } }
    for operation in try document.required("list").elementList {
      guard case .string(let name) = try operation.required("collection") else { continue }
      do {
        if try database.apply(operation.required("model"), to: name) == 0 {
          missing.append(try operation.required("key").text())
        }
      } catch {
        Issue.record("\(trial.name): \(error): \(operation.text())")
        return true
      }
    }
    let gone = trial.missing.map { JSONText.string($0.key).text() }
    #expect(missing.filter(gone.contains) == gone, "\(trial.name)")
    for (name, documents) in expected {
      let found = Set((database.documents[name] ?? []).map { Self.normal($0, trial) })
      let wanted = Set(documents.map { Self.normal($0, trial) })
      if found != wanted {
        Issue.record(
          """
          \(trial.name) \(name): \(found.subtracting(wanted).map { $0.text() }.sorted().prefix(1)) \
          instead of \(wanted.subtracting(found).map { $0.text() }.sorted().prefix(1))
          """)
      }
    }
    return true
  }

  private func collections(
    of state: RealmState, _ trial: DatabaseTrial
  ) throws -> [(name: String, documents: [JSONText])] {
    var values = ExtendedJSON(trial.changes.schema)
    return try trial.changes.schema.classes.filter { $0.kind == .topLevel }.map { schema in
      let documents = try state.keys(of: schema.name).map { key -> JSONText in
        var members: [JSONText.Member] = []
        if schema.primaryKey == nil { members.append(.init("_id", try values.key(key))) }
        let stored = state.object(key, of: schema.name) ?? []
        // A property that the device has added is not exported; the target has it by then.
        for property in schema.properties {
          let value =
            stored.first { $0.key == property.name }?.value
            ?? trial.changes.schema.initialValue(of: property)
          members.append(
            .init(
              try values.name(property.name),
              try values.json(value, isMixed: property.type == .mixed)))
        }
        return .object(members)
      }
      return (try values.name(schema.name), documents)
    }
  }

  /// Members by name, null for what is not there; what a set holds has no order, and neither has a list here
  /// where the class has sets.
  private static func normal(_ document: JSONText, _ trial: DatabaseTrial) -> JSONText {
    let hasSets = trial.changes.schema.classes.contains { schema in
      schema.properties.contains { $0.collection == .set }
    }
    return normal(document, sorts: hasSets)
  }

  private static func normal(_ value: JSONText, sorts: Bool) -> JSONText {
    switch value {
    case .array(let elements):
      let normal = elements.map { self.normal($0, sorts: sorts) }
      return .array(sorts ? normal.sorted { $0.text() < $1.text() } : normal)
    case .object(let members):
      return .object(
        members.filter { $0.value != .null }
          .map { JSONText.Member($0.name, normal($0.value, sorts: sorts)) }
          .sorted { Array($0.name.utf8).lexicographicallyPrecedes(Array($1.name.utf8)) })
    default: return value
    }
  }
}
