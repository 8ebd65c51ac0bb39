internal import RealmModel
internal import TraceFormat

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
