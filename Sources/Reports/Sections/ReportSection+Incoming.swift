internal import Analyzer
internal import Phrasebook
internal import RealmModel
internal import Replayer
internal import TraceFormat

extension ReportSection {
  /// What the server has changed since the last sync.
  struct Incoming {
    struct Row {
      var address: Address
      var change: IncomingChange
      /// The modes that were carried out without bringing it to the device.
      var missingIn: [ResetMode]
      /// Whether several modes are shown.
      var isAmongSeveral: Bool
    }

    /// Changes of one kind: to objects of one class, or to one property of them.
    struct Group {
      var address: Address
      var kind: IncomingChange.Kind
      var rows: Listed<Row>
      /// Whether the rows stand for themselves, because they are few.
      var isSmall: Bool
    }

    var sentence: String
    var groups: [Group]

    /// Nil where it was not asked for.
    init?(_ reports: [Report], _ scope: SectionScope) {
      guard let incoming = reports.first?.incoming else { return nil }
      // What the device has after the reset depends on the mode.
      sentence = reports.count > 1 ? incoming.countSentence : incoming.sentence
      groups = Self.groups(incoming.changes ?? [], reports, scope)
    }

    private struct Key: Hashable {
      var address: Address
      var kind: IncomingChange.Kind
    }

    private static func groups(
      _ changes: [IncomingChange], _ reports: [Report], _ scope: SectionScope
    ) -> [Group] {
      var order: [Key] = []
      var rows: [Key: [Int]] = [:]
      for (index, change) in changes.enumerated() {
        let key = Key(
          address: Address(
            className: change.address.className, property: change.address.property),
          kind: change.kind)
        if rows[key] == nil { order.append(key) }
        rows[key, default: []].append(index)
      }
      return order.map { key in
        let indexes = rows[key] ?? []
        return Group(
          address: key.address, kind: key.kind,
          rows: Listed(
            indexes.prefix(scope.incomingMax).map { Row(changes[$0], $0, reports) },
            of: indexes.count), isSmall: indexes.count <= scope.incomingAloneMax)
      }
    }
  }
}

extension ReportSection.Incoming.Row {
  fileprivate init(_ change: IncomingChange, _ index: Int, _ reports: [Report]) {
    (address, self.change) = (change.address, change)
    isAmongSeveral = reports.count > 1
    missingIn = reports.filter { report in
      (report.result == .recovered || report.result == .discarded)
        && report.incoming?.changes?[index].arrives == false
    }.map(\.mode)
  }

  /// What changed, and where the device has something else.
  func text(columns: Int) -> String {
    let words = change.words(columns: columns)
    guard !missingIn.isEmpty else { return words }
    return isAmongSeveral
      ? "\(words) (\(Phrase.notIn(missingIn)))"
      : "\(words); \(change.deviceWords(columns: columns))"
  }
}
