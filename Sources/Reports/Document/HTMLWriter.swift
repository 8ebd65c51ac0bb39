internal import TraceFormat

/// The one way into a page: elements with their attributes, and text that is escaped wherever it stands.
struct HTMLWriter {
  private(set) var html = ""

  /// An element around what is written inside.
  ///
  /// - Parameter attributes: One that is nil is left out, one that is empty has a name alone.
  mutating func element(
    _ name: StaticString, _ attributes: KeyValuePairs<StaticString, String?> = [:],
    _ write: (inout HTMLWriter) -> Void = { _ in }
  ) {
    open(name, attributes)
    write(&self)
    html += "</\(name)>"
  }

  mutating func element(
    _ name: StaticString, _ attributes: KeyValuePairs<StaticString, String?> = [:], _ text: String
  ) {
    element(name, attributes) { $0.text(text) }
  }

  /// An element that has no end, such as `meta`.
  mutating func open(
    _ name: StaticString, _ attributes: KeyValuePairs<StaticString, String?> = [:]
  ) {
    html += "<\(name)"
    for (attribute, value) in attributes {
      guard let value else { continue }
      html += value.isEmpty ? " \(attribute)" : " \(attribute)=\"\(HTMLEscaping.escaped(value))\""
    }
    html += ">"
  }

  mutating func text(_ text: String) { html += HTMLEscaping.escaped(text) }

  /// A sentence, which may quote the trace, and be long.
  mutating func sentence(_ text: String) {
    for (index, part) in text.shortened(to: 2_000).sentenceParts.enumerated() {
      if index % 2 == 1 { element("code", [:], part) } else { self.text(part) }
    }
  }

  /// A constant of ours, such as a style, which cannot end its element.
  mutating func constant(_ text: String) { html += text }

  mutating func newLine() { html += "\n" }

  /// A whole page, which loads nothing; the same body gives the same bytes.
  ///
  /// - Parameters:
  ///   - source: What made it, above the title, such as `tracetool replay`.
  ///   - assets: Its styles and its script.
  static func page(
    title: String, source: String, assets: HTMLAssets = .plain, _ body: (inout HTMLWriter) -> Void
  ) -> String {
    var page = HTMLWriter()
    page.html = "<!doctype html>\n"
    page.element("html", ["lang": "en"]) { html in
      html.element("head") { $0.head(title, assets) }
      html.newLine()
      html.element("body") { html in
        html.element("a", ["class": "skip", "href": "#main"], PageWords.skip)
        html.newLine()
        html.element("header", ["class": "top"]) { $0.element("p", ["class": "source"], source) }
        html.newLine()
        html.element("main", ["id": "main", "tabindex": "-1"], body)
        html.newLine()
        html.element("footer") { footer in
          footer.element("p", [:], assets == .liveSession ? PageWords.liveFoot : PageWords.foot)
        }
        html.newLine()
      }
    }
    page.newLine()
    return page.html
  }

  private mutating func head(_ title: String, _ assets: HTMLAssets) {
    open("meta", ["charset": "utf-8"])
    open("meta", ["http-equiv": "Content-Security-Policy", "content": assets.policy])
    open("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"])
    open("meta", ["name": "color-scheme", "content": "light dark"])
    open("meta", ["name": "generator", "content": "tracetool"])
    element("title", [:], title)
    open("link", ["rel": "icon", "href": "data:,"])
    for style in assets.styles { element("style") { $0.constant(style.text) } }
    for script in assets.scripts {
      element("script", ["type": script.isModule ? "module" : nil]) { $0.constant(script.text) }
    }
  }
}

/// The escaping of all text that reaches a page, in elements and attributes alike.
///
/// A character can be a `<` together with what combines with it, before or after; this escapes scalars, which is what
/// browsers read. What could turn the direction of writing, hide or look like something else it makes visible first.
enum HTMLEscaping {
  /// The text, inert in elements and in quoted attributes.
  static func escaped(_ text: String) -> String {
    text.visible(keeping: { $0 == "\n" || $0 == "\t" }).escaping { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"": "&quot;"
      case "'": "&#39;"
      default: nil
      }
    }.withoutNumberSigns("&#35;")
  }
}
