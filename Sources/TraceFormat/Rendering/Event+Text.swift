extension Event {
  /// The event for people: a line, and below it, where asked for, one a changeset and instruction.
  public func textLines(withInstructions: Bool) -> [String] {
    let place = session == 0 ? "-" : "s\(session)"
    let suspect = isSuspect ? " (suspect)" : ""
    var name = ""
    if case .sessionStart(let start) = content {
      name = "\(SessionStart.title(session, start.name, columns: 1000)), "
    }
    let head =
      "\(sequence)  \(timeText)  \(place)  \(kind.rawValue)\(suspect)  \(name)\(content.summary(at: sequence))"
    return [head] + content.detailLines(withInstructions: withInstructions)
  }
}

/// Text of the recording in a form that stays on its line and cannot steer a terminal.
private func quoted(_ text: String) -> String { RealmString(text).quotedText }

/// A name of the recording, quoted where it is not a word, as far as a line has room for it.
private func named(_ name: String) -> String { RealmString(name).shortName }

extension Event.Content {
  fileprivate func summary(at sequence: UInt64) -> String {
    switch self {
    case .sessionStart(let start): start.summary
    case .message(let message): message.summary
    case .localCommit(let commit):
      "client version \(commit.clientVersion), \(commit.changeset.count.counted("byte"))"
    case .serverCommit(let commit):
      "server version \(commit.serverVersion), \(commit.changeset.count.counted("byte"))"
    case .snapshot(let snapshot): snapshot.summary
    case .syncError(let error): error.summary
    case .resetObserved(let observed): observed.summary
    case .loss(let loss): loss.summary(at: sequence)
    case .note(let note): quoted(note.text)
    case .unknown(let record):
      "record type \(record.recordType), \(record.bytes.count.counted("byte"))"
    }
  }

  fileprivate func detailLines(withInstructions: Bool) -> [String] {
    switch self {
    case .message(let message): message.entryLines(withInstructions: withInstructions)
    case .localCommit(let commit) where withInstructions: indented(commit.changeset)
    case .serverCommit(let commit) where withInstructions: indented(commit.changeset)
    case .snapshot(let snapshot) where withInstructions: snapshot.changesets.flatMap(indented)
    case .resetObserved(let observed) where withInstructions:
      (observed.reupload ?? []).flatMap {
        ["    re-uploaded client version \($0.clientVersion)"] + indented($0.changeset)
      }
    default: []
    }
  }
}

private func indented(_ changeset: [UInt8]) -> [String] {
  EncodedChangeset.lines(changeset).map { "      \($0)" }
}

extension SessionStart {
  /// A session by the number that `--session` takes and the name that it was recorded with, such as
  /// `session 5 (c3 session 1)`.
  package static func title(_ number: UInt32, _ name: String?, columns: Int = 60) -> String {
    guard let name, !name.isEmpty else { return "session \(number)" }
    return "session \(number) (\(name.escaped(columns: columns)))"
  }

  fileprivate var summary: String {
    var parts = [source.origin, "\(syncKind.rawValue) sync"]
    if let wireSession { parts.append("session \(wireSession) on the wire") }
    if let clientFileIdent { parts.append("file ident \(clientFileIdent)") }
    if let configuredResetMode { parts.append("reset mode \(configuredResetMode.rawValue)") }
    if let sdk { parts.append("SDK \(quoted(sdk))") }
    if let pendingReset {
      parts.append(
        "pending \(pendingReset.mode.rawValue) reset for \(pendingReset.action.rawValue)")
    }
    return parts.joined(separator: ", ")
  }
}

extension SessionStart.Source {
  fileprivate var origin: String {
    switch self {
    case .live: "recorded in an app"
    case .realmFile: "from a Realm file"
    case .proxy, .capture, .vector, .scenario, .log: "from a \(rawValue)"
    }
  }
}

extension WireMessage {
  fileprivate var summary: String {
    let arrow = direction == .clientToServer ? "->" : "<-"
    if let partial {
      return "\(arrow) \(named(connection)) \(partial.head.text), \(partial.entries.countText)"
    }
    do throws(DecodingFailure) {
      return "\(arrow) \(named(connection)) \(try parsed().text)"
    } catch {
      return "\(arrow) \(named(connection)) not understood: \(error)"
    }
  }

  fileprivate func entryLines(withInstructions: Bool) -> [String] {
    guard let message = try? parsed() else { return [] }
    let changesets = message.changesets
    return message.entryTexts.enumerated().flatMap { index, text in
      ["    \(text)"] + (withInstructions ? indented(changesets[index].changeset) : [])
    }
  }
}

extension [PartialEntry] {
  /// How many changesets of a message a log has, and how many it has not.
  fileprivate var countText: String {
    let known = count { $0.changeset != nil }
    return "\(count.counted("changeset")), \(count - known) of them not in the log"
  }
}

extension Snapshot {
  fileprivate var summary: String {
    switch origin {
    case .empty:
      "\(role.rawValue) state\(part.map { ", \($0.isLast ? "last " : "")part \($0.index + 1)" } ?? ""), "
        + changesets.count.counted("changeset")
    case .serverHistory:
      "\(role.rawValue) state: the base and the server's commits so far"
        + (changesets.isEmpty ? "" : ", and \(changesets.count.counted("changeset"))")
    }
  }
}

extension SyncError {
  fileprivate var summary: String {
    let number = code.map { "\($0) " } ?? ""
    return
      "\(number)\(named(name)), action \(action.rawValue), \(isFatal ? "fatal" : "not fatal"): "
      + quoted(message)
  }
}

extension ResetObserved {
  fileprivate var summary: String {
    let reason = failure.map { " (\($0.rawValue))" } ?? ""
    let count = reupload.map { ", \($0.count.counted("changeset")) re-uploaded" } ?? ""
    return "\(mode.rawValue) for \(action.rawValue): \(result.rawValue)\(reason)\(count)"
  }
}

extension Loss {
  fileprivate func summary(at sequence: UInt64) -> String {
    // Where records are gone, none of them is in front.
    if recordCount == nil, let state = firstSequence, state < sequence {
      return "a part of the state at \(state) missing: \(quoted(reason))"
    }
    let count = recordCount?.counted("record") ?? "records"
    let place = firstSequence.map { " from \($0) on" } ?? ""
    return "\(count) missing\(place): \(quoted(reason))"
  }
}
