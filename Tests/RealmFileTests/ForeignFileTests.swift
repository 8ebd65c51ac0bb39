import Foundation
import RealmFileSupport
import RealmModel
import TestSupport
import Testing
import TraceCompression
import TraceFormat

@testable import RealmFile

/// Files of Realm Core's own tests, of older formats too, against what its JSON export prints of them.
@Suite struct ForeignFileTests {
  private static let folder = "Tests/Vectors/realm-files/foreign"
  static let names = [
    "client_schema_version_011", "client_schema_version_012", "downgrade_asymmetric",
    "sync-metadata-v4", "sync-metadata-v5", "sync-metadata-v6", "test_flx_metadata_tables_v1",
    "test_upgrade_database_1000_22", "test_upgrade_database_11", "test_upgrade_database_20",
    "test_upgrade_database_4_22", "test_upgrade_database_4_23", "vacuum_no_history_type",
  ]

  @Test func `an app's schema version that was never set is none`() throws {
    var bytes = try ProjectFiles.bytes("\(Self.folder)/test_flx_metadata_tables_v1.realm")
    // Its root is named at its end, behind which nothing can be written.
    bytes.replaceSubrange(0..<8, with: bytes[(bytes.count - 16)...].prefix(8))
    var editor = RealmFileEditor(bytes)
    for version: Int64? in [3, nil] {
      editor.replace([1, 3, 2, 1], with: RealmFileEditor.wide([version ?? -1]))
      let file = try OpenRealmFile(MemorySource(editor.bytes))
      var inflater = ZlibInflater()
      #expect(file.inspection(inflatedBy: &inflater).appSchemaVersion == version)
    }
  }

  /// The export of a file, in which control characters stand as they are.
  private static func export(_ name: String) throws -> JSONText {
    var bytes: [UInt8] = []
    for byte in try ProjectFiles.bytes("\(folder)/\(name).json") {
      if byte < 0x20, byte != 0x0A {
        bytes += Array("\\u00".utf8) + Array(Hex.encode([byte]).utf8)
      } else {
        bytes.append(byte)
      }
    }
    return try JSONText(parsing: bytes)
  }

  @Test(arguments: names)
  func `values are those that the export prints`(name: String) throws {
    let file = try OpenRealmFile(
      MemorySource(ProjectFiles.bytes("\(Self.folder)/\(name).realm")))
    let state = try file.state()
    guard case .object(let tables) = try Self.export(name) else {
      Issue.record("\(name): no export")
      return
    }
    var compared = 0
    for table in tables {
      guard let found = state.table(named: RealmString(table.name)) else { continue }
      guard case .array(let objects) = table.value else { continue }
      #expect(found.objectCount == objects.count, "\(name) \(table.name)")
      for (key, object) in zip(found.objectKeys, objects) {
        let address = ObjectAddress(table: found.key, key: key)
        for entry in state.properties(of: address) {
          guard let value = object.member(entry.key.readableText) else { continue }
          compared += 1
          #expect(
            entry.value.isSame(asExported: value), "\(name) \(table.name): \(entry) \(value.text())"
          )
        }
      }
    }
    #expect(
      compared > 0 || state.tables.isEmpty
        || ["downgrade_asymmetric", "test_flx_metadata_tables_v1"].contains(name))
  }

  @Test(arguments: ["client_file_migration_core6", "consistency_full_1"])
  func `what is too old, or damaged, is said to be`(name: String) throws {
    #expect(throws: RealmFileFailure.self) {
      _ = try OpenRealmFile(
        MemorySource(ProjectFiles.bytes("\(Self.folder)/\(name).realm"))
      ).state()
    }
  }
}

extension Value {
  /// Whether Realm Core's export prints this value so.
  fileprivate func isSame(asExported json: JSONText) -> Bool {
    switch self {
    case .null: return json == .null
    case .int(let value): return json == .number("\(value)")
    case .bool(let value): return json == .bool(value)
    case .string(let value): return json == .string(value.readableText)
    case .binary(let value):
      return json == .string(Data(value.bytes).base64EncodedString())
    case .objectID(let value): return json == .string(value.text)
    case .uuid(let value): return json == .string(value.text)
    case .double(let bits): return json.number == Double(bitPattern: bits)
    case .float(let bits): return json.number.map { Float($0) } == Float(bitPattern: bits)
    case .timestamp(let value):
      guard case .string(let text) = json else { return false }
      let parts = value.text.dropLast().replacing("T", with: " ").split(separator: ".")
      return text.hasPrefix(parts[0])
    case .decimal(let value): return json == .string(value.text) || json == .number(value.text)
    case .link(let link):
      guard link.isResolved else { return json == .null }
      if case .globalKey = link.key { return true }
      let key = json.member("$link")?.member("key") ?? json
      return Value(key: link.key).isSame(asExported: key)
    case .list(let values), .set(let values):
      guard case .array(let elements) = json, elements.count == values.count else { return false }
      return zip(values, elements).allSatisfy { $0.isSame(asExported: $1) }
    case .dictionary(let entries):
      guard case .object(let members) = json, members.count == entries.count else { return false }
      return entries.allSatisfy { entry in
        json.member(entry.key.readableText).map { entry.value.isSame(asExported: $0) } ?? false
      }
    case .embedded(let object):
      return object.properties.allSatisfy { entry in
        json.member(entry.key.readableText).map { entry.value.isSame(asExported: $0) } ?? false
      }
    }
  }

  private init(key: PrimaryKeyValue) {
    switch key {
    case .int(let value): self = .int(value)
    case .string(let value): self = .string(value)
    case .objectID(let value): self = .objectID(value)
    case .uuid(let value): self = .uuid(value)
    case .null, .globalKey: self = .null
    }
  }
}

extension JSONText {
  fileprivate var number: Double? {
    if case .number(let text) = self { Double(text) } else { nil }
  }
}
