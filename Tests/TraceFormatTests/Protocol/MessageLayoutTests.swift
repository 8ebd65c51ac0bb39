import TestSupport
import Testing
import TraceFormat

@Suite struct MessageLayoutTests {
  /// A message is taken apart as far as the compiler knows it, so a field that its layout lacks fails: what is
  /// parsed has another value there, or JSON lacks it.
  @Test(arguments: ProtocolMessage.Kind.allCases, SyncKind.allCases)
  func `Every field of a message is read, written and shown`(
    kind: ProtocolMessage.Kind, syncKind: SyncKind
  ) throws {
    var messages = RandomMessages(seed: TestSeed.value)
    var contents: [String: Set<String>] = [:]
    for _ in 0..<100 {
      let (message, direction) = messages.next(kind, syncKind)
      let wire = try WireMessage(encoding: message, direction: direction, syncKind: syncKind)
      let before = fields(of: message, "")
      let after = fields(of: try wire.parsed(), "")
      #expect(before.map(\.content) == after.map(\.content), "\(TestSeed.hint)")
      let json = message.json().text()
      for field in before {
        contents[field.path, default: []].insert(field.content)
        if field.isNumber {
          #expect(json.contains(field.content), "\(field.path), \(TestSeed.hint)")
        }
      }
    }
    for (path, values) in contents { #expect(values.count > 1, "\(path) is always the same") }
    #expect(!contents.isEmpty)
  }

  private struct Field {
    var path: String
    var content: String
    var isNumber = false
  }

  private func fields(of value: Any, _ path: String) -> [Field] {
    let mirror = Mirror(reflecting: value)
    switch value {
    case is SyncKind: return []
    case let bytes as [UInt8] where type(of: value) == [UInt8].self:
      return [Field(path: path, content: "\(bytes)")]
    case let number as any BinaryInteger:
      return [Field(path: path, content: "\(number)", isNumber: true)]
    default:
      let isList = mirror.displayStyle == .collection
      if mirror.children.isEmpty, !isList, mirror.displayStyle != .optional {
        return [Field(path: path, content: "\(value)")]
      }
      return mirror.children.flatMap {
        fields(of: $0.value, isList ? path : "\(path).\($0.label ?? "")")
      }
    }
  }
}
