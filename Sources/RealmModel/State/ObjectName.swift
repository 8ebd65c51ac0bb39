package import TraceFormat

/// An object by class and primary key, the same in every state.
package struct ObjectName: Hashable, Sendable {
  package var className: RealmString
  package var key: PrimaryKeyValue

  package init(className: RealmString, key: PrimaryKeyValue) {
    self.className = className
    self.key = key
  }
}

extension ObjectName {
  /// The object that an instruction acts on; nil for one that is about the schema.
  package init?(_ instruction: Instruction, in changeset: Changeset) {
    guard let key = instruction.object else { return nil }
    self.init(className: changeset.string(instruction.table), key: changeset.value(key))
  }

  /// The object that an instruction links to, if it does.
  package init?(linkedBy instruction: Instruction, in changeset: Changeset) {
    guard case .link(let table, let key)? = instruction.value else { return nil }
    self.init(className: changeset.string(table), key: changeset.value(key))
  }
}

extension RealmState {
  /// The objects that an object links to, through objects that it embeds too.
  package func links(of name: ObjectName) -> Set<ObjectName> {
    guard let table = table(named: name.className), let key = table.find(name.key) else {
      return []
    }
    var links: Set<ObjectName> = []
    var pending = [ObjectAddress(table: table.key, key: key)]
    while let object = pending.popLast() {
      for target in tables[object.table.slot].cells(object.key).lazy.flatMap(\.links) {
        guard contains(target.table) else { continue }
        let table = tables[target.table.slot]
        if table.isEmbedded {
          pending.append(target)
        } else {
          links.insert(ObjectName(className: table.name, key: table.identity(of: target.key)))
        }
      }
    }
    return links
  }
}
