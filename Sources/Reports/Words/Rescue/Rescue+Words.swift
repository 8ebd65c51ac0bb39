package import Campaigns
internal import RealmModel
internal import TraceFormat

extension RescueStanding {
  /// How a change and the target stand to each other, in a few words.
  var words: String {
    switch self {
    case .fits: "the target still has what the device started from"
    case .addsUp: "adds to a number, whatever the target has"
    case .conflict: "the target has changed it too"
    case .contested: "several devices changed it differently"
    case .unknownBase: "the target has another value; what the device started from is not known"
    case .alreadyThere: "already in the target"
    case .repeated: "an earlier file has the same change"
    case .uploaded: "the server has it, as another file of the device shows"
    case .superseded: "a later file of the device has it, or what became of it"
    case .uncompared: "what the target has is not known"
    case .missingObject: "the target does not have the object"
    case .noPlace: "the target has no place for it"
    case .unsayable: "the target has no form for it"
    }
  }

  /// What becomes of a change that nobody decides about.
  var unlessDecided: String {
    decision == .skip && !isTakeable ? "can't be taken" : decision.rawValue
  }
}

extension RescueAccount {
  /// What was counted, a line each.
  package var lines: [String] {
    let outcomes = RescueEntry.Outcome.allCases.compactMap { outcome in
      counts[outcome].map { "\($0.counted("change")) \(outcome.words)" }
    }
    let isUndo = counts[.notUndone] != nil
    let why = RescueEntry.Reason.allCases.compactMap { reason in
      reasons[reason].map { "  \($0): \(isUndo ? reason.undoWords : reason.words)" }
    }
    return outcomes.isEmpty ? ["Nothing is left to do."] : outcomes + why
  }
}

extension RescueEntry.Outcome {
  fileprivate var words: String {
    switch self {
    case .applied, .refused, .undone: rawValue
    case .written: "written to files; nothing was applied"
    case .alreadyThere: "already in the target"
    case .kept: "left as in the target"
    case .skipped: "to decide"
    case .notUndone: "not undone"
    }
  }
}

extension RescueEntry.Reason {
  fileprivate var undoWords: String {
    self == .changedSince ? "the target has changed since `apply` wrote it" : words
  }

  fileprivate var words: String {
    switch self {
    case .changedSince:
      "the target has changed since it was read; `tracetool rescue` compares again"
    case .otherChange: "another change of this case was written there first"
    case .target: "the target refused, and `message` in account.ndjson says why"
    case .noRoom: "the target lacks the object, its table or column, or a form for the value"
    }
  }
}

extension RescueChange {
  private static let (absent, notKnown) = ("nothing", "not known")

  /// What was there at the last sync.
  var oldText: String {
    if kind == .create, fields.allSatisfy({ $0.old == nil }) { return Self.absent }
    return fields.first?.old.map { property == nil ? "there" : $0.plainText } ?? Self.notKnown
  }

  var newText: String {
    switch kind {
    case .delete: Self.absent
    case .schema: limit?.words ?? ""
    case .create:
      fields.map { "\($0.property.readableText) \($0.new?.plainText ?? "")" }.joined(
        separator: ", ")
    case .add: ((added ?? 0) < 0 ? "" : "+") + String(added ?? 0)
    case .set: fields.first?.new?.plainText ?? Self.notKnown
    }
  }

  /// What the target had when it was read, or why that is not known.
  func targetText(in rescue: RescueCase) -> String {
    if [.noPlace, .unsayable].contains(standing) {
      return message ?? limit?.words ?? Self.notKnown
    }
    guard !row.watched.isEmpty else { return Self.notKnown }
    guard let seen else { return Self.absent }
    let isSQLite = rescue.target.utf8.starts(with: "sqlite:".utf8)
    return seen.map { text in (isSQLite ? text?.sqliteValue : text) ?? "null" }
      .joined(separator: ", ")
  }

  /// The class, the object and the property.
  var placeText: String {
    let key = row.object.key == .null ? "" : " \(row.object.key.plainText.readableText)"
    let name = kind == .schema ? fields.first?.property : property
    return row.object.className.readableText + key + (name.map { " \($0.readableText)" } ?? "")
  }
}

extension Value {
  fileprivate var plainText: String {
    if case .string(let text) = self { text.readableText } else { text(columns: 400) }
  }
}

/// What a case says besides its values.
enum RescueWords {
  static let standings = "Changes, by what the target has"
  static let standingColumns = ["standing", "changes", "means", "unless you decide"]
  static let contested = "Changed by several devices"
  static let open = "To decide"
  static let others = "All other changes"
  static let changeColumns = ["change", "place", "file", "old", "new", "target", "standing"]
  static let devices = "Files"
  static let deviceColumns = ["file", "changes", "ready", "to decide", "problem"]
  static let next = "What to do"
  static let more = "changes.ndjson in the case has all changes."
  static func command(_ verb: String, _ folder: String) -> String {
    "tracetool rescue \(verb) \(folder.pathWord)"
  }
  static func decide(isDatabase: Bool) -> String {
    "In decisions.csv, write `take` or `keep` in the row of a change, or in a row of your own for an object, a "
      + "device or a class. Then apply\(isDatabase ? "; undo gives the target back what it had" : "")."
  }

  static let severalRows = "several rows have the object's key"
  static let numbering = "the table gives a row without a key a number"

  static func title(_ target: String) -> String { "Rescue into \(target)" }

  private static func forFiles(_ form: String) -> String {
    "What the target has is not known: nothing was compared with it, and nothing will be applied. `apply` writes a "
      + "file for each device, in the form `\(form)` of `tracetool export`, for you to apply."
  }

  static func summary(_ rescue: RescueCase) -> [String] {
    let (files, all) = (rescue.devices.count, rescue.counts)
    let problems = rescue.devices.count { $0.problem != nil }
    let (take, open) = (all.count { $0.decision == .take }, all.count(\.isOpen))
    let done = all.count { $0.decision == .keep }
    let parts = [
      (take, "ready to apply"), (open, "to decide"), (done, "with nothing to do"),
      (all.count() - take - open - done, "the target can't take"),
    ].filter { $0.0 > 0 }.map { "\($0) \($1)" }.joined(separator: ", ")
    let troubled =
      files == 1
      ? ", with a problem" : "; \(problems) of them \(problems == 1 ? "has" : "have") a problem"
    return [
      files.counted("file") + (problems == 0 ? "" : troubled) + ".",
      all.count().counted("change") + (parts.isEmpty ? "." : ": \(parts)."),
    ]
      + (rescue.roundedCount == 0
        ? []
        : ["\(rescue.roundedCount.counted("value loses", "values lose")) precision in the target."])
      + [rescue.form.map(forFiles) ?? "Nothing has been written to the target."]
  }
}
