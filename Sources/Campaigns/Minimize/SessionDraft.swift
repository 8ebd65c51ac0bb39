internal import RealmModel
internal import TraceFormat

/// The events of a session with their changesets open, so that parts of them can be left out.
struct SessionDraft: Sendable {
  var parts: [Part]

  struct Part: Sendable {
    /// Its number among the parts of the whole session.
    let origin: Int
    var event: Event
    /// Nil for events without changesets, and where one cannot be read: those stay as they are.
    var changesets: [Changeset]?
  }

  struct Place: Hashable, Sendable {
    var part: Int
    var changeset: Int
    var instruction: Int
  }

  init(_ events: [Event]) {
    parts = events.enumerated().map { index, event in
      Part(origin: index, event: event, changesets: event.readableChangesets)
    }
  }

  /// The events, numbered anew.
  var events: [Event] {
    parts.enumerated().map { index, part in
      var event = part.event
      event.sequence = UInt64(index)
      if let changesets = part.changesets { event.setChangesets(changesets.map { $0.encoded() }) }
      return event
    }
  }

  var instructionCount: Int {
    parts.lazy.compactMap(\.changesets).joined().reduce(0) { $0 + $1.instructions.count }
  }

  var places: [Place] {
    parts.indices.flatMap { part in
      (parts[part].changesets ?? []).enumerated().flatMap { changeset, contents in
        contents.instructions.indices.map {
          Place(part: part, changeset: changeset, instruction: $0)
        }
      }
    }
  }

  func keeping(_ places: some Sequence<Place>) -> SessionDraft {
    let kept = Set(places)
    var draft = self
    for part in parts.indices {
      guard let changesets = parts[part].changesets else { continue }
      draft.parts[part].changesets = changesets.enumerated().map { index, changeset in
        var builder = ChangesetBuilder()
        for (position, instruction) in changeset.instructions.enumerated()
        where kept.contains(Place(part: part, changeset: index, instruction: position)) {
          builder.append(instruction, from: changeset)
        }
        return builder.changeset
      }
    }
    return draft
  }

  /// The draft with other things in its instructions, none of which is longer than before.
  func rewritten(by rewriting: inout some EventRewriting) -> SessionDraft {
    var draft = self
    for part in parts.indices {
      draft.parts[part].changesets = parts[part].changesets?.map { changeset in
        do throws(RewritingFailure) {
          return try changeset.rewritten(by: &rewriting)
        } catch {
          preconditionFailure("what was decoded can be written again: \(error)")
        }
      }
    }
    return draft
  }
}

extension Event {
  /// The changesets of a transaction or a state; nil for events without, and where one cannot be read:
  /// then the event is kept as it is, with all of its bytes.
  fileprivate var readableChangesets: [Changeset]? {
    try? changesetBytes?.map { try Changeset(decoding: $0) }
  }

  /// The encoded changesets of a transaction or a state; nil for events without. Empty ones of a snapshot do
  /// nothing, and millions of them fit into a kilobyte of a file.
  fileprivate var changesetBytes: [[UInt8]]? {
    switch content {
    case .localCommit(let commit): [commit.changeset]
    case .serverCommit(let commit): [commit.changeset]
    case .snapshot(let snapshot): snapshot.changesets.filter { !$0.isEmpty }
    default: nil
    }
  }

  fileprivate mutating func setChangesets(_ changesets: [[UInt8]]) {
    switch content {
    case .localCommit(var commit):
      commit.changeset = changesets[0]
      content = .localCommit(commit)
    case .serverCommit(var commit):
      commit.changeset = changesets[0]
      content = .serverCommit(commit)
    case .snapshot(var snapshot):
      // Numbers of things that may no longer be there.
      if snapshot.changesets != changesets { snapshot.keys = nil }
      snapshot.changesets = changesets
      content = .snapshot(snapshot)
    default: break
    }
  }
}

/// What instructions have in common that can be left out together.
enum Grouping: CaseIterable {
  case classes
  case objects
  case properties

  struct Groups {
    /// In order of appearance.
    var all: [Address] = []
    /// The places that belong to none, such as those of the schema where objects are left out.
    var ungrouped: [SessionDraft.Place] = []
    fileprivate(set) var placesByGroup: [Address: [SessionDraft.Place]] = [:]

    func places(of groups: [Address]) -> [SessionDraft.Place] {
      groups.reduce(into: ungrouped) { $0 += placesByGroup[$1] ?? [] }
    }
  }

  func groups(of draft: SessionDraft) -> Groups {
    var groups = Groups()
    for place in draft.places {
      guard let changeset = draft.parts[place.part].changesets?[place.changeset] else { continue }
      guard let group = group(of: changeset.instructions[place.instruction], in: changeset) else {
        groups.ungrouped.append(place)
        continue
      }
      if groups.placesByGroup[group] == nil { groups.all.append(group) }
      groups.placesByGroup[group, default: []].append(place)
    }
    return groups
  }

  private func group(of instruction: Instruction, in changeset: Changeset) -> Address? {
    let address = Address(instruction, in: changeset)
    let className = address.className
    return switch self {
    case .classes: Address(className: className)
    case .objects: address.object.map { Address(className: className, object: $0) }
    case .properties: address.property.map { Address(className: className, property: $0) }
    }
  }
}

extension SessionDraft {
  /// The draft without changesets that hold nothing, where an event can do without them.
  var withoutEmptyChangesets: SessionDraft {
    var draft = self
    for part in draft.parts.indices {
      guard case .snapshot = draft.parts[part].event.content else { continue }
      draft.parts[part].changesets?.removeAll { $0.instructions.isEmpty }
    }
    return draft
  }
}
