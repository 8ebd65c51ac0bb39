import Analyzer
import RealmFile
import TraceFormat

extension InspectReport {
  /// - Parameter withObjects: whether each object with unsynced changes is listed.
  func lines(withObjects: Bool) -> [String] {
    var rows: [(name: String, value: String)] = [("file", path), ("kind", kindText)]
    if let size = sizeBytes { rows.append(("size", "\(size) bytes")) }
    if let digest = sha256 { rows.append(("sha-256", Hex.encode(digest))) }
    if let failure = failure { rows.append(("failure", failure)) }
    guard let inspection = inspection else { return Columns.lines(rows) }
    rows.append(("format", "\(inspection.header.format)"))
    rows.append(("version", "\(inspection.group.version)"))
    if inspection.readsOlderState {
      rows.append(("state", "the one before the newest, which cannot be opened"))
    }
    if let version = inspection.appSchemaVersion { rows.append(("app schema", "\(version)")) }
    rows += syncRows(inspection) + resetRows(inspection) + unsyncedRows(inspection)
    return Columns.lines(rows) + subscriptionLines(inspection) + unsyncedLines(withObjects)
      + classLines(inspection) + problemLines
  }

  private var kindText: String {
    let words =
      switch kind {
      case .synced: "the Realm file of a client that syncs"
      case .local where inspection.map { $0.group.clientFileIdent != 0 } ?? false:
        "a Realm file that has synced, without a client's history"
      case .local: "a Realm file without synchronization"
      case .server: "the Realm file of a sync server"
      case .encrypted: "an encrypted Realm file"
      case .otherFormat: "a Realm file in an unsupported format"
      case .damaged: "a damaged Realm file"
      case .notARealmFile: "not a Realm file"
      case .unreadable: "not readable"
      }
    return inspection?.isEncrypted == true ? words + ", encrypted" : words
  }

  private func syncRows(_ inspection: RealmFileInspection) -> [(name: String, value: String)] {
    guard let history = inspection.history else { return [] }
    let progress = history.progress
    let ident = history.clientFileIdent
    let isNew = progress.latestServerVersion == 0 && history.clientFileIdentSalt == 0
    return [
      (
        "client file",
        ident != 0
          ? "identifier \(ident)"
          : isNew ? "never connected" : "no identifier, as in a copy made for distribution"
      ),
      (
        "downloaded",
        "server version \(progress.downloadServerVersion) of "
          + "\(progress.latestServerVersion)"
      ),
      ("uploaded", "client version \(progress.uploadClientVersion) of \(inspection.group.version)"),
      (
        "history",
        "\(history.entries.count.counted("entry", "entries")), schema \(history.schemaVersion)"
          + (history.engines.last.map { ", Realm Core \($0.engineVersion)" } ?? "")
      ),
    ]
  }

  private func resetRows(_ inspection: RealmFileInspection) -> [(name: String, value: String)] {
    guard let record = inspection.resetRecord else { return [] }
    let parts = [
      record.mode?.optionName ?? "mode not known", record.action?.rawValue, record.time?.text,
      record.engineVersion.map { "Realm Core \($0)" },
      record.errorMessage.map { "\"\($0)\"" },
      record.isMalformed ? "not as Realm writes it, so ignored" : nil,
    ]
    return [("unfinished reset", parts.compactMap { $0 }.joined(separator: ", "))]
  }

  private func unsyncedRows(_ inspection: RealmFileInspection) -> [(name: String, value: String)] {
    guard inspection.history != nil else { return [] }
    let unsynced = inspection.unsynced
    var text = unsynced.changes.count.counted("transaction")
    if let times = unsynced.times, let first = times.first, let last = times.last {
      text += ", made \(first.text)" + (first == last ? "" : " to \(last.text)")
    }
    var rows = [("never uploaded", text)]
    if unsynced.mergedAwayCount > 0 {
      rows.append(
        ("merged away", "\(unsynced.mergedAwayCount.counted("transaction")) that left nothing"))
    }
    if !unsynced.unreadable.isEmpty {
      rows.append(("unreadable", unsynced.unreadable.count.counted("transaction")))
    }
    return rows
  }

  private func subscriptionLines(_ inspection: RealmFileInspection) -> [String] {
    guard let sets = inspection.subscriptions else { return [] }
    return sets.reduce(into: ["subscriptions"]) { lines, set in
      let active = set.version == sets.active?.version ? ", active" : ""
      lines.append("  set \(set.version): \(set.stateName)\(active)")
      for subscription in set.subscriptions {
        let name = subscription.name.map { "\($0): " } ?? ""
        lines.append("    \(name)\(subscription.className) where \(subscription.query)".visible)
      }
    }
  }

  private func unsyncedLines(_ withObjects: Bool) -> [String] {
    guard !tally.classes.isEmpty else { return [] }
    return tally.classes.reduce(into: ["never uploaded, by class"]) { lines, tally in
      let writes = tally.instructionCount.counted("write")
      let objects = tally.objects.count.counted("object")
      lines.append("  \(tally.name.readableText): \(writes) to ".visible + objects)
      guard withObjects else { return }
      for object in tally.objects {
        let writes = object.instructionCount.counted("write")
        lines.append("    \(object.key.json.text()): \(writes)".visible)
      }
    }
  }

  private func classLines(_ inspection: RealmFileInspection) -> [String] {
    let classes = inspection.tables.filter { $0.className != nil }
    guard !classes.isEmpty else { return [] }
    let rows = classes.map { facts -> (name: String, value: String) in
      let count = facts.objectCount.map { Int(clamping: $0).counted("object") } ?? "?"
      let kind = facts.table.kind == .topLevel ? "" : ", \(facts.table.kind)"
      return (
        "  \((facts.className ?? .empty).readableText)",
        "\(count), \(facts.properties.count.counted("property", "properties"))\(kind)"
      )
    }
    return ["classes"] + Columns.lines(rows)
  }

  private var problemLines: [String] {
    let problems = problems
    let isUnchecked = inspection != nil && contentProblems == nil
    let unchecked =
      isUnchecked
      ? ["objects         not checked, because the file is large: `tracetool state` reads them"]
      : []
    guard !problems.isEmpty else { return unchecked }
    return unchecked + ["problems"] + problems.prefix(20).map { "  \($0)" }
      + (problems.count > 20 ? ["  and \(problems.count - 20) more"] : [])
  }
}
