public import RealmModel
internal import TraceFormat

extension OpenRealmFile {
  /// The state of the file, with Realm's internal keys.
  ///
  /// - Throws: ``RealmFileFailure``: where a part is damaged, or the parts do not fit together.
  public func state() throws(RealmFileFailure) -> RealmState {
    store.beginTraversal()
    let parts = try StateParts(of: self)
    store.cache.forget()
    return try state(of: parts, dropsMax: Self.classesDroppedMax)
  }

  /// Budget: each class that is left out because it does not fit costs another try.
  private static let classesDroppedMax = 16

  private func state(of read: StateParts, dropsMax: Int) throws(RealmFileFailure) -> RealmState {
    let damageOfReading = damage
    var parts = try read.checkingEmbedded(noting: &damage)
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
        if repaired.isComplete {
          damage.remarks.append(failure)
        } else if repaired.damage.failures.isEmpty {
          damage.note(failure)
        }
        damage.note(allOf: repaired.damage)
        return state
      } catch {
        let failure = RealmFileFailure(building: error, parts)
        guard damage.salvages, dropsMax > 0,
          let index = read.tables.firstIndex(where: { $0.table.key == error.table })
        else { throw failure }
        // Without the class, its embedded objects and the links to it have to be looked for again.
        damage = damageOfReading
        damage.note(failure)
        var rest = read
        rest.tables.remove(at: index)
        return try state(of: rest, dropsMax: dropsMax - 1)
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
