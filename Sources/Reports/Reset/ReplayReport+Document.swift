public import Analyzer

extension ReplayReport {
  /// The report for people, a page a reset, worst first, with a line across between two of them.
  public func text(_ options: ReportTextOptions = ReportTextOptions()) -> String {
    let line = String(repeating: "-", count: options.columns)
    return documents(options).map { $0.text(options) }.joined(separator: "\n\(line)\n\n")
  }

  /// The report in GitHub-flavoured Markdown, for an issue or a pull request
  /// (`docs/report.md`, "Markdown"): at most 65,536 characters, and it says what is left out.
  public var markdown: String {
    var text = ""
    let documents = documents(ReportTextOptions())
    for (index, document) in documents.enumerated() {
      let left = MarkdownPage.sizeMax - text.utf16.count - Self.noteSizeMax
      let page = document.markdown(within: max(left / (documents.count - index), Self.pageSizeMin))
      guard page.utf16.count <= left else {
        return text + "\n*\(Phrase.noRoom(for: documents.count - index, "page"))*\n"
      }
      text += (text.isEmpty ? "" : "\n---\n\n") + page
    }
    return text
  }

  /// What a page is given at least; that several may not fit is said.
  private static let pageSizeMin = 8_000
  private static let noteSizeMax = 200

  private func documents(_ options: ReportTextOptions) -> [Document] {
    pages.map { page in
      switch page {
      case .document(let document): document
      case .reset(let reset): ResetDocument.whole(reset, options)
      }
    }
  }
}

extension Report {
  /// The report for people.
  public func text(_ options: ReportTextOptions = ReportTextOptions()) -> String {
    ModeComparison([self]).text(options)
  }
}

extension ModeComparison {
  /// The modes side by side, for people.
  public func text(_ options: ReportTextOptions = ReportTextOptions()) -> String {
    ResetDocument.whole(self, options).text(options)
  }
}

extension LoggedPage {
  package var shortText: String {
    var document = Document(title: headline)
    document.paragraph(headline, indent: 0)
    if !file.isEmpty { document.copied(file, behind: "File") }
    document.items(details)
    if let step = steps.first { document.paragraph(step) }
    return document.text()
  }

  var document: Document {
    var document = Document(title: headline)
    document.heading(Heading.logged)
    document.paragraph(headline)
    if !file.isEmpty { document.copied(file, behind: "File") }
    document.items(details)
    document.heading(Heading.steps)
    document.items(steps)
    if !unknowns.isEmpty {
      document.heading(Heading.notInLog)
      document.items(unknowns)
    }
    return document
  }
}
