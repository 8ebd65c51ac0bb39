import TraceFormat

/// A validator for the part of JSON Schema (2020-12) that the project's own schemas use.
///
/// A keyword that it doesn't know is a finding of its own, so that no schema is believed to check
/// what nobody checks.
public struct JSONSchema {
  private let root: JSONText
  /// The schema's patterns, compiled once.
  private let patterns: [String: Regex<AnyRegexOutput>]
  /// Schemas in other files, by the names that references have for them.
  private let others: [String: JSONSchema]

  public init(_ root: JSONText, others: [String: JSONSchema] = [:]) {
    self.root = root
    self.others = others
    patterns = Dictionary(
      Self.patterns(in: root).compactMap { text in (try? Regex(text)).map { (text, $0) } },
      uniquingKeysWith: { first, _ in first })
  }

  private static func patterns(in schema: JSONText) -> [String] {
    switch schema {
    case .object(let members):
      members.flatMap { member -> [String] in
        if member.name == "pattern", case .string(let text) = member.value { return [text] }
        return patterns(in: member.value)
      }
    case .array(let elements): elements.flatMap(patterns)
    default: []
    }
  }

  /// What is wrong with a value, with its place; empty for a valid one.
  public func findings(in value: JSONText) -> [String] { check(value, root, "$") }

  private static let annotations: Set = ["$schema", "$defs", "title", "description"]

  private func check(_ value: JSONText, _ schema: JSONText, _ path: String) -> [String] {
    guard case .object(let keywords) = schema else { return ["\(path): no schema"] }
    return keywords.flatMap { check(value, $0.name, $0.value, in: schema, path) }
  }

  private func check(
    _ value: JSONText, _ keyword: String, _ rule: JSONText, in schema: JSONText, _ path: String
  ) -> [String] {
    switch keyword {
    case "type":
      return isOf(value, rule) ? [] : ["\(path): is no \(rule.text())"]
    case "const": return value == rule ? [] : ["\(path): is not \(rule.text())"]
    case "enum": return elements(rule).contains(value) ? [] : ["\(path): is none of \(rule.text())"]
    case "$ref":
      guard case .string(let text) = rule else { return ["\(path): no reference"] }
      let parts = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0])
      guard let schema = name.isEmpty ? self : others[name] else {
        return ["unknown schema \(name)"]
      }
      return schema.check(
        value, parts.count == 1 ? schema.root : schema.resolve(parts[1]), path)
    case "anyOf":
      let isValid = elements(rule).contains { check(value, $0, path).isEmpty }
      return isValid ? [] : ["\(path): fits no alternative"]
    case "oneOf":
      let count = elements(rule).count { check(value, $0, path).isEmpty }
      return count == 1 ? [] : ["\(path): fits \(count) alternatives"]
    case "pattern", "minimum", "minItems", "maxItems", "minProperties", "maxProperties":
      return checkLimit(value, keyword, rule, path)
    case "required", "properties", "additionalProperties":
      return checkMembers(value, keyword, rule, in: schema, path)
    case "items", "prefixItems": return checkItems(value, keyword, rule, path)
    default:
      return Self.annotations.contains(keyword) ? [] : ["unknown keyword \(keyword)"]
    }
  }

  private func checkLimit(
    _ value: JSONText, _ keyword: String, _ rule: JSONText, _ path: String
  ) -> [String] {
    let isValid: Bool
    switch (keyword, value, rule) {
    case ("pattern", .string(let text), .string(let pattern)):
      guard let regex = patterns[pattern] else { return ["bad pattern \(pattern)"] }
      isValid = text.firstMatch(of: regex) != nil
    case ("minimum", .number(let digits), .number(let limit)):
      isValid = (Double(digits) ?? -.infinity) >= (Double(limit) ?? .infinity)
    case ("minItems", .array(let items), .number(let limit)):
      isValid = items.count >= Int(limit) ?? .max
    case ("maxItems", .array(let items), .number(let limit)):
      isValid = items.count <= Int(limit) ?? 0
    case ("minProperties", .object(let members), .number(let limit)):
      isValid = members.count >= Int(limit) ?? .max
    case ("maxProperties", .object(let members), .number(let limit)):
      isValid = members.count <= Int(limit) ?? 0
    default: isValid = true
    }
    return isValid ? [] : ["\(path): \(keyword) is \(rule.text())"]
  }

  private func checkMembers(
    _ value: JSONText, _ keyword: String, _ rule: JSONText, in schema: JSONText, _ path: String
  ) -> [String] {
    guard case .object(let members) = value else { return [] }
    let names = Set(members.map(\.name))
    switch keyword {
    case "required":
      return elements(rule).compactMap {
        guard case .string(let name) = $0, !names.contains(name) else { return nil }
        return "\(path): lacks \(name)"
      }
    case "properties":
      return members.flatMap { member in
        rule.member(member.name).map { check(member.value, $0, "\(path).\(member.name)") } ?? []
      }
    default:
      let known = schema.member("properties")
      return members.filter { known?.member($0.name) == nil }.flatMap { member in
        rule == .bool(false)
          ? ["\(path): has \(member.name)"]
          : check(member.value, rule, "\(path).\(member.name)")
      }
    }
  }

  private func checkItems(
    _ value: JSONText, _ keyword: String, _ rule: JSONText, _ path: String
  ) -> [String] {
    guard case .array(let items) = value else { return [] }
    let schemas = keyword == "items" ? items.map { _ in rule } : elements(rule)
    return zip(items, schemas).enumerated().flatMap {
      check($1.0, $1.1, "\(path)[\($0)]")
    }
  }

  private func isOf(_ value: JSONText, _ type: JSONText) -> Bool {
    switch (type, value) {
    case (.array(let types), _): types.contains { isOf(value, $0) }
    case (.string("object"), .object), (.string("array"), .array), (.string("string"), .string),
      (.string("boolean"), .bool), (.string("null"), .null), (.string("number"), .number):
      true
    case (.string("integer"), .number(let digits)): Int64(digits) != nil
    default: false
    }
  }

  private func elements(_ rule: JSONText) -> [JSONText] {
    if case .array(let elements) = rule { elements } else { [] }
  }

  /// Follows `/$defs/name`, the only form of reference within a file that is in use.
  private func resolve(_ fragment: Substring) -> JSONText {
    guard fragment.hasPrefix("/$defs/") else { return .null }
    return root.member("$defs")?.member(String(fragment.dropFirst("/$defs/".count))) ?? .null
  }
}
