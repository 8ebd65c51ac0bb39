public import RealmModel
internal import TraceFormat

extension OpenRealmFile {
  /// The state of the file, with Realm's internal keys.
  ///
  /// - Throws: ``RealmFileFailure``: where a part is damaged, or the parts do not fit together.
  public func state() throws(RealmFileFailure) -> RealmState {
    store.beginTraversal()
    var parts = try StateParts(of: self).checkingEmbedded(noting: &damage)
    store.cache.forget()
    if damage.salvages {
      let dropped = parts.droppingLinksToNoClass()
      parts = dropped.parts
      damage.note(allOf: dropped.damage)
    }
    do throws(BuildingFailure) {
      return try parts.state()
    } catch {
      // Links without a target, or incoming links that do not tell of all that there are: the values
      // are all there, and what the links say can be told from one side alone.
      do throws(BuildingFailure) {
        let repaired = parts.repairingLinks()
        let state = try repaired.parts.state()
        let failure = RealmFileFailure(building: error, parts)
        if repaired.isComplete { damage.remarks.append(failure) } else { damage.note(failure) }
        damage.note(allOf: repaired.damage)
        return state
      } catch {
        throw RealmFileFailure(building: error, parts)
      }
    }
  }
}

extension RealmFileFailure {
  fileprivate init(building failure: BuildingFailure, _ parts: StateParts) {
    self = .damaged(42, expected: "parts that fit together", found: "\(failure)")
    if let name = parts.tables.first(where: { $0.table.key == failure.table })?.name {
      path = ["class \(name.readableText)"]
    }
  }
}
