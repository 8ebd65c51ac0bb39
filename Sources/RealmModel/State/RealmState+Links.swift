import TraceFormat

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
