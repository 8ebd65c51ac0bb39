internal import Analyzer
internal import Phrasebook
internal import RealmModel
internal import Replayer
internal import TraceFormat

/// What a report on unsynced writes says of one session, before any form is given to it.
struct PendingSection {
  /// How much is shown.
  struct Scope {
    /// The most objects that are shown one by one.
    var objectsMax = Int.max
    /// Whether each write is shown.
    var showsEachWrite = false
    /// The most columns of a value.
    var valueColumns = Phrase.valueColumns
  }

  /// An object, and its properties.
  struct Object {
    var name: String
    var change: String
    /// When its first write was made.
    var origin: String
    var properties: [Property]
  }

  /// A property, before and now; or an object as a whole.
  struct Property {
    var name: String
    /// Nil where that is not shown, or nothing has changed to be shown.
    var before: String?
    var now: String?
    /// How many writes there are, where they are several.
    var notes: [String]
    var writes: [Write]
  }

  /// A write on its own.
  struct Write {
    var operation: String
    var origin: String
  }

  var title: String
  var extent: String
  var objects: Listed<Object>
  var gaps: [String]

  init(_ changes: PendingChanges, _ scope: Scope) {
    let name =
      changes.sessionName.map { Phrase.foreign($0, columns: 80) }
      ?? PendingChanges.name(ofSession: changes.session.session)
    title = changes.title(of: name)
    extent = changes.extentSentence
    gaps = changes.gaps.map(\.sentence)
    var names: [RealmString: [PrimaryKeyValue]] = [:]
    for object in changes.objects {
      if let key = object.key { names[object.className, default: []].append(key) }
    }
    let short = names.mapValues { ObjectNames($0) }
    objects = Listed(
      changes.objects.prefix(scope.objectsMax).map {
        Object($0, short[$0.className], in: changes, scope)
      }, of: changes.objects.count)
  }
}

extension PendingSection.Object {
  fileprivate init(
    _ object: PendingObject, _ names: ObjectNames?, in changes: PendingChanges,
    _ scope: PendingSection.Scope
  ) {
    name =
      object.className.shortName
      + (object.key.map { " \(names?.name(of: $0) ?? $0.shortText)" } ?? "")
    change = object.change.words
    origin = changes.origin(of: changes.writes[object.writes[0]].transactionIndex)
    // That an object is new or deleted is said of it.
    properties = object.properties
      .filter { $0.name != nil || object.key == nil || scope.showsEachWrite }
      .map { PendingSection.Property($0, in: changes, scope) }
  }
}

extension PendingSection.Property {
  fileprivate init(
    _ property: PendingProperty, in changes: PendingChanges, _ scope: PendingSection.Scope
  ) {
    name =
      property.name?.shortName
      ?? WritePlace(
        changes.writes[property.writes[0]].address, objectName: nil
      ).propertyName
    let sides = [property.before, property.now]
    let isUnchanged =
      if let before = property.before, let now = property.now { before.looksLike(now) } else {
        false
      }
    var texts = Phrase.apart(sides.compactMap { $0 }, columns: scope.valueColumns)[...]
    let shown = sides.map { $0 == nil ? PendingProperty.unseen : texts.popFirst() ?? "" }
    let isSchema = changes.writes[property.writes[0]].isAboutSchema
    if property.name != nil, !isSchema { (before, now) = (shown[0], shown[1]) }
    let count = property.writes.count
    notes =
      (count > 1 ? [Phrase.count(count, "write")] : [])
      + (isUnchanged ? [PendingProperty.unchanged] : [])
    if property.name == nil || property.now == nil || isSchema {
      let last = changes.writes[property.writes[count - 1]]
      notes.insert(last.words(valueColumns: scope.valueColumns), at: 0)
    }
    writes = scope.showsEachWrite ? property.writes.map { .init($0, in: changes, scope) } : []
  }
}

extension PendingSection.Write {
  fileprivate init(_ index: Int, in changes: PendingChanges, _ scope: PendingSection.Scope) {
    let write = changes.writes[index]
    let path = write.address.pathText
    operation =
      (path.isEmpty ? "" : path + " ") + write.words(valueColumns: scope.valueColumns)
    origin = changes.origin(of: write.transactionIndex)
  }
}
