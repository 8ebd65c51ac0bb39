internal import Analyzer
internal import RealmModel
internal import TraceFormat

/// Writes what happened in one reset, replayed in one mode or several: the answer on the first screen, then
/// the data, then how it came to that.
struct ResetDocument {
  let comparison: ModeComparison
  let extent: Extent
  let valueColumns: Int
  let names: [RealmString: ObjectNames]
  var document: Document

  enum Extent {
    /// What fits a screen.
    case short
    /// A page in a browser, which has whole values and a table of all writes besides.
    case page
    /// Everything, with the evidence for each write.
    case whole
  }

  init(_ comparison: ModeComparison, _ extent: Extent, valueColumns: Int = pageValueColumns) {
    self.comparison = comparison
    (self.extent, self.valueColumns) = (extent, valueColumns)
    names = comparison.objectNames(areWhole: extent != .short)
    document = Document(title: comparison.title)
  }

  private static let pageValueColumns = 400

  var first: Report { comparison.reports[0] }

  var isWhole: Bool { extent == .whole }

  /// How many of a list are shown where a screen has room for so many.
  func limit(_ count: Int) -> Int {
    switch extent {
    case .short: count
    case .page: 20 * count
    case .whole: .max
    }
  }

  /// All of it: for several modes side by side, the details of each where everything is asked for.
  static func whole(
    _ comparison: ModeComparison, _ options: ReportTextOptions = ReportTextOptions()
  ) -> Document {
    var writer = ResetDocument(
      comparison, options.isVerbose ? .whole : .short,
      valueColumns: options.isVerbose
        ? pageValueColumns : max(Phrase.valueColumns, options.columns - 45))
    writer.writeHead()
    for report in comparison.reports where !comparison.comparesModes || options.isVerbose {
      if comparison.comparesModes {
        writer.document.heading("Mode \(report.mode.optionName)", level: 1)
      }
      writer.writeDetails(of: report)
    }
    writer.writeEvidence()
    return writer.document
  }

  static func head(_ comparison: ModeComparison) -> Document {
    var writer = ResetDocument(comparison, .page)
    writer.writeHead()
    writer.writeEvidence()
    return writer.document
  }

  static func details(of report: Report, in comparison: ModeComparison) -> Document {
    var writer = ResetDocument(comparison, .page)
    writer.writeDetails(of: report)
    return writer.document
  }

  private mutating func writeHead() {
    document.heading(document.title, level: 1)
    for line in comparison.headLines { document.paragraph(line) }
    if first.isReset { writeModes() }
    if comparison.comparesModes { writeChanges() }
    writePlacesOfOthers()
    if !comparison.comparesModes { writeSteps(of: first) }
    writeRescue()
    writeFaults()
  }

  private mutating func writeDetails(of report: Report) {
    writeOutcomes(of: report)
    writeOthersLosses(of: report)
    writeFailure(of: report)
    writeStory(of: report)
    writeConsequences(of: report)
    writeTraps(of: report)
    writeMergePlan(of: report)
    writeComparison(of: report)
    writeDecisions(of: report)
  }

  private mutating func writeEvidence() {
    writeIncoming()
    writeHorizon()
    writeGaps()
  }

  /// Such as `Inspection …daa66d1a notes[2]`.
  func name(of address: Address) -> String {
    let object = address.object.map { names[address.className]?.name(of: $0) ?? $0.shortText }
    return address.text(naming: object)
  }
}

extension ModeComparison {
  /// Such as `Client reset of session 1 (inspections): the server no longer knows this file (error 208)`.
  var title: String {
    let report = reports[0]
    let name = report.session.title
    switch report.subject {
    case .reset: return "\(Heading.reset(of: name)): \(report.causeWords)"
    case .unsynced: return Heading.unsynced(of: name)
    case .deletion: return Heading.deletion(of: name)
    }
  }

  fileprivate func objectNames(areWhole: Bool) -> [RealmString: ObjectNames] {
    var keys: [RealmString: Set<PrimaryKeyValue>] = [:]
    func add(_ address: Address) {
      guard let key = address.object else { return }
      keys[address.className, default: []].insert(key)
    }
    for index in reports[0].writes.indices { add(reports[0].writes[index].address) }
    for address in reports.lazy.flatMap(\.overwrittenAddresses) { add(address) }
    return keys.mapValues { ObjectNames($0, isWhole: areWhole) }
  }
}

extension Address {
  /// The address with another name for its object; without one the class.
  func text(naming object: String?) -> String {
    let name = className.shortName + (object.map { " \($0)" } ?? "")
    return property == nil ? name : "\(name) \(propertyText)"
  }

  /// The property, or what stands for the object or the class as a whole.
  var propertyName: String { property?.shortName ?? (object == nil ? "(class)" : "(object)") }
}
