/// A page as a strict reader sees it: one that takes nothing for granted that a browser would mend.
struct ParsedHTML {
  /// A tag with the names of its attributes, in order; an end tag begins with a slash.
  struct Tag: Hashable {
    var name: String
    var attributes: [String]
  }

  struct Malformed: Error { var text: String }

  /// All tags in order.
  private(set) var tags: [Tag] = []
  /// All attributes with their values, unescaped, in order.
  private(set) var attributes: [(tag: String, name: String, value: String)] = []
  /// What stands between tags, unescaped, without what is white space alone.
  private(set) var texts: [String] = []
  /// The contents of the elements that hold no HTML.
  private(set) var style = ""
  private(set) var script = ""
  /// What the script draws, as JSON.
  private(set) var data = ""

  private var open: [String] = []
  private var rest: Substring.UnicodeScalarView

  init(_ page: String) throws {
    rest = Substring(page).unicodeScalars
    guard take("<!doctype html>") || take("<!DOCTYPE html>") else {
      throw Malformed(text: "no doctype")
    }
    while !rest.isEmpty { try readNext() }
    guard open.isEmpty else { throw Malformed(text: "not closed: \(open)") }
  }

  func values(of attribute: String) -> [String] {
    attributes.filter { $0.name == attribute }.map(\.value)
  }

  func count(of name: String, where isCounted: (Tag) -> Bool = { _ in true }) -> Int {
    tags.count { $0.name == name && isCounted($0) }
  }
}

extension ParsedHTML {
  private static let voidNames: Set = ["meta", "link", "input"]
  private static let nameScalars = Set(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-".unicodeScalars)

  private mutating func readNext() throws {
    if rest.first == "<" {
      try readTag()
    } else {
      let text = try unescaped(takeUntil { $0 == "<" })
      if text.contains(where: { !$0.isWhitespace }) { texts.append(text) }
    }
  }

  private mutating func readTag() throws {
    _ = take("<")
    let isEnd = take("/")
    let name = String(takeUntil { !Self.nameScalars.contains($0) })
    guard name.first?.isLetter == true else { throw malformed("a tag without a name") }
    let names = isEnd ? [] : try readAttributes(of: name)
    let isEmpty = take("/")
    guard take(">") else { throw malformed("<\(name) does not end") }
    tags.append(Tag(name: isEnd ? "/" + name : name, attributes: names))
    if isEnd {
      guard open.popLast() == name else { throw malformed("</\(name)> out of place") }
    } else if !isEmpty, !Self.voidNames.contains(name) {
      open.append(name)
      if name == "style" { style = takeRaw(name) }
      if name == "script", names.isEmpty { script = takeRaw(name) }
      if name == "script", !names.isEmpty { data = takeRaw(name) }
    }
  }

  private mutating func readAttributes(of tag: String) throws -> [String] {
    var names: [String] = []
    while take(" ") {
      let name = String(takeUntil { !Self.nameScalars.contains($0) })
      guard !name.isEmpty, !names.contains(name) else { throw malformed("an attribute of \(tag)") }
      names.append(name)
      guard take("=") else { continue }
      guard take("\"") else { throw malformed("\(name) is not in quotation marks") }
      let value = try unescaped(takeUntil { $0 == "\"" || $0 == "<" })
      guard take("\"") else { throw malformed("the value of \(name) does not end") }
      attributes.append((tag, name, value))
    }
    return names
  }

  private mutating func takeRaw(_ name: String) -> String {
    let end = "</\(name)".unicodeScalars
    var raw = String(takeUntil { $0 == "<" })
    while !rest.isEmpty, !rest.starts(with: end) {
      raw.unicodeScalars.append(rest.removeFirst())
      raw += String(takeUntil { $0 == "<" })
    }
    return raw
  }

  private mutating func take(_ text: String) -> Bool {
    guard rest.starts(with: text.unicodeScalars) else { return false }
    rest.removeFirst(text.unicodeScalars.count)
    return true
  }

  private mutating func takeUntil(_ isEnd: (Unicode.Scalar) -> Bool) -> Substring.UnicodeScalarView
  {
    let taken = rest.prefix { !isEnd($0) }
    rest.removeFirst(taken.count)
    return taken
  }

  private func unescaped(_ text: Substring.UnicodeScalarView) throws -> String {
    guard text.contains("&") || text.contains(">") else { return String(text) }
    guard !text.contains(">") else { throw malformed("a > that is not escaped") }
    let parts = text.split(separator: "&", omittingEmptySubsequences: false)
    return try parts.dropFirst().reduce(into: String(parts[0])) { whole, part in
      let entity = part.prefix { $0 != ";" }
      guard let scalar = Self.entities[String(entity)] else {
        throw malformed("&\(String(entity))")
      }
      whole += scalar + String(part.dropFirst(entity.count + 1))
    }
  }

  private static let entities = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "#39": "'"]

  private func malformed(_ text: String) -> Malformed {
    Malformed(text: "\(text), before \(String(rest.prefix(60)))")
  }
}
