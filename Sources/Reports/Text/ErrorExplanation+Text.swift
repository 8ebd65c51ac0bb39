public import Analyzer
internal import TraceFormat

extension ErrorExplanation {
  /// The explanation for people: at most eighty columns wide.
  public func text(style: TextStyle = .plain) -> String {
    var page = Document(title: isRecognized ? identifier : Heading.unknownMessage)
    page.heading(isRecognized ? identifier : Heading.unknownMessage)
    write(to: &page)
    return page.text(ReportTextOptions(style: style))
  }

  func write(to page: inout Document) {
    writeCause(to: &page)
    page.paragraph("Data: \(dataNow)")
    for step in nextSteps { page.item(step) }
  }

  func writeCause(to page: inout Document) {
    for layer in outerLayers { page.paragraph("\(layer.words) (\(layer.identifier)).", .faint) }
    page.paragraph(isRecognized ? "\(cause)." : "\(cause): \(message.quoted(columns: 200)).")
    if let actionSentences { page.paragraph(actionSentences) }
    if isRecognized, let part = unrecognizedPart {
      page.paragraph("\(Heading.unrecognized): \(part.quoted(columns: 200)).")
    }
  }

  /// What was said around the message that decides, and inside it.
  private var outerLayers: [Layer] {
    var layers = layers
    if let index = layers.lastIndex(where: { $0.identifier == identifier }) {
      layers.remove(at: index)
    }
    layers.removeAll { $0 == action }
    return layers
  }
}
