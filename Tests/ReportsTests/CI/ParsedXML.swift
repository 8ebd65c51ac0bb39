import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// An XML document as a parser that is not ours reads it.
final class ParsedXML: NSObject, XMLParserDelegate {
  /// An element with its attributes, its own text and its elements.
  struct Element: Equatable {
    var name: String
    var attributes: [String: String] = [:]
    var text = ""
    var children: [Element] = []

    func children(named name: String) -> [Element] { children.filter { $0.name == name } }
  }

  private var open: [Element] = []
  private var root: Element?

  /// The root element; nil if the document is not well-formed.
  static func root(of document: String) -> Element? {
    let parser = XMLParser(data: Data(document.utf8))
    let delegate = ParsedXML()
    parser.delegate = delegate
    return parser.parse() ? delegate.root : nil
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    open.append(Element(name: name, attributes: attributes))
  }

  func parser(_ parser: XMLParser, foundCharacters text: String) {
    guard !open.isEmpty else { return }
    open[open.count - 1].text += text
  }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    guard let element = open.popLast() else { return }
    if open.isEmpty { root = element } else { open[open.count - 1].children.append(element) }
  }
}
