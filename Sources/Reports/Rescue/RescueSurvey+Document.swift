package import Campaigns
internal import TraceFormat

extension RescueSurvey {
  private static let (textRowsMax, devicesMax, nameColumnsMax) = (15, 500, 32)

  /// What was found, for people; `folder` is the case's, as commands name it.
  package func text(folder: String, _ options: ReportTextOptions) -> String {
    let max = options.isVerbose ? Self.shownMax : Self.textRowsMax
    return document(folder, rowsMax: max, isPage: false).text(options)
  }

  /// The same as one HTML page, which loads nothing and has no script.
  package func html(folder: String) -> String {
    document(folder, rowsMax: Self.shownMax, isPage: true).html(source: PageWords.source("rescue"))
  }

  private func document(_ folder: String, rowsMax: Int, isPage: Bool) -> Document {
    typealias Words = RescueWords
    var page = Document(title: Words.title(rescue.target.visible))
    let isDatabase = rescue.form == nil
    page.heading(page.title)
    for sentence in Words.summary(rescue) { page.paragraph(sentence) }
    if rescue.counts.count() > 0 { page.heading(Words.standings) }
    page.table(
      Words.standingColumns, "standing",
      RescueStanding.allCases.compactMap { standing in
        let count = rescue.counts.count { $0 == standing }
        return count == 0
          ? nil
          : [standing.rawValue, String(count), standing.words, standing.unlessDecided]
      })
    page.heading(Words.next)
    page.paragraph(Words.decide(isDatabase: isDatabase))
    for verb in isDatabase ? ["apply", "undo"] : ["apply"] {
      page.copied(Words.command(verb, folder))
    }
    // Those about one place next to each other.
    let contested = contested.sorted { ($0.first ?? 0, $0.number) < ($1.first ?? 0, $1.number) }
    let lists = [(Words.contested, contested), (Words.open, open)]
    for (heading, changes) in lists + (isPage ? [(Words.others, others)] : []) {
      guard !changes.isEmpty else { continue }
      page.heading(heading)
      page.table(Words.changeColumns, "change", changes.prefix(rowsMax).map { row($0, isPage) })
    }
    if rescue.counts.count() > rowsMax { page.paragraph(Words.more, .faint) }
    page.heading(Words.devices)
    // Those with a problem first.
    let devices =
      rescue.devices.filter { $0.problem != nil } + rescue.devices.filter { $0.problem == nil }
    page.table(
      Words.deviceColumns, "file",
      devices.prefix(min(rowsMax, Self.devicesMax)).map { device in
        [
          name(device, isPage), String(device.counts.count()),
          String(device.counts.count { $0.decision == .take }),
          String(device.counts.count(\.isOpen)), device.problem ?? "",
        ]
      })
    return page
  }

  /// A path whole, or its last part, which does not begin a line as words of ours.
  private func name(_ device: RescueCase.Device, _ isWhole: Bool) -> String {
    let path = device.file.readableText
    let name = String(path.split(separator: "/").last ?? "")
    let shown = name.contains(" ") ? name.quoted(columns: Self.nameColumnsMax) : name
    return isWhole ? path : shown
  }

  private func row(_ change: RescueChange, _ isPage: Bool) -> [String] {
    let columns = isPage ? 400 : 18
    let values = [change.oldText, change.newText, change.targetText(in: rescue)]
    return [String(change.number), change.placeText, name(rescue.devices[change.device], isPage)]
      + values.map { $0.shortened(to: columns) } + [change.standing.rawValue]
  }
}
