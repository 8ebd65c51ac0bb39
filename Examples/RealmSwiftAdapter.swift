// Copy this file into your app: it records what RealmSwift notifies you of. The ten lines that bind it to
// RealmSwift are in `docs/recording.md`, "With RealmSwift".
import Recorder
import TraceFormat

/// An object of the SDK, as the recorder needs it.
public protocol RecordedObject {
  /// The primary key.
  var recordedKey: Value { get }
  /// The other properties that are recorded, by name.
  var recordedProperties: [String: Value] { get }
}

/// Turns the notifications of one collection, such as `realm.objects(Inspection.self)`, into transactions of a
/// session. A filtered collection would make objects that leave the filter look deleted.
///
/// It keeps what it has last seen of each object, so that it finds what changed: whole values, and of lists, sets and
/// dictionaries the elements. Use it on the thread that the notifications come on.
public struct RealmSwiftAdapter<Object: RecordedObject> {
  private let session: LiveSession
  private let className: RealmString
  /// In the order of the collection.
  private var known: [Known] = []

  /// - Parameter className: the class of the objects, as the schema of the session has it.
  public init(_ session: LiveSession, className: RealmString) {
    (self.session, self.className) = (session, className)
  }

  /// `RealmCollectionChange.initial`.
  public mutating func begin(_ objects: some Collection<Object>) {
    known = objects.map { Known($0) }
  }

  /// The objects that are known, for ``LiveSession/state(_:_:)``.
  public func createAll(_ transaction: inout LiveTransaction) {
    for object in known { create(object, &transaction) }
  }

  /// `RealmCollectionChange.update`.
  ///
  /// - Parameters:
  ///   - objects: the collection as it is now.
  ///   - deletions: indices in the collection as it was.
  ///   - insertions: indices in the collection as it is.
  ///   - modifications: indices in the collection as it was, as RealmSwift gives them.
  ///   - isOwn: whether your app wrote this. What sync has downloaded is notified too: it only becomes known.
  public mutating func update(
    _ objects: some RandomAccessCollection<Object>, deletions: [Int], insertions: [Int],
    modifications: [Int], isOwn: Bool
  ) {
    let (old, modified) = (known, Set(modifications))
    var deleted = Dictionary(
      deletions.filter(old.indices.contains).map { (old[$0].key, old[$0]) },
      uniquingKeysWith: { $1 })
    let (gone, added) = (Set(deletions), Set(insertions))
    var rest = old.indices.lazy.filter { !gone.contains($0) }.makeIterator()
    var created: [Known] = []
    var changed: [(old: Known, new: Known)] = []
    known = objects.enumerated().map { index, object in
      if !added.contains(index), let place = rest.next() {
        guard modified.contains(place) else { return old[place] }
        let new = Known(object)
        changed.append((old[place], new))
        return new
      }
      let new = Known(object)
      // One that has moved was deleted and inserted.
      if let old = deleted.removeValue(forKey: new.key) {
        changed.append((old, new))
      } else {
        created.append(new)
      }
      return new
    }
    guard isOwn else { return }
    session.commit { transaction in
      for index in deletions where old.indices.contains(index) && deleted[old[index].key] != nil {
        transaction.delete(className, old[index].key)
      }
      for object in created { create(object, &transaction) }
      for (old, new) in changed { change(old, new, &transaction) }
    }
  }

  // MARK: From dictionaries to calls

  private func create(_ object: Known, _ transaction: inout LiveTransaction) {
    transaction.create(className, object.key)
    for (name, value) in object.properties.sorted(by: { $0.key < $1.key }) {
      transaction.set(className, object.key, RealmString(name), to: value)
    }
  }

  private func change(_ old: Known, _ new: Known, _ transaction: inout LiveTransaction) {
    for (name, value) in new.properties.sorted(by: { $0.key < $1.key }) {
      let before = old.properties[name] ?? .null
      guard before != value else { continue }
      let name = RealmString(name)
      switch (before, value) {
      case (.list(let before), .list(let after)):
        changeList(new.key, name, before, after, &transaction)
      case (.set(let before), .set(let after)):
        for member in before where !after.contains(member) {
          transaction.change(className, new.key, name, .removeMember(member))
        }
        for member in after where !before.contains(member) {
          transaction.change(className, new.key, name, .insertMember(member))
        }
      case (.dictionary(let before), .dictionary(let after)):
        for entry in before where !after.contains(where: { $0.key == entry.key }) {
          transaction.change(className, new.key, name, at: [.key(entry.key)], .removeEntry)
        }
        for entry in after where !before.contains(entry) {
          transaction.set(className, new.key, name, at: [.key(entry.key)], to: entry.value)
        }
      default: transaction.set(className, new.key, name, to: value)
      }
    }
  }

  /// Replaces what is between the elements that both begin with and those that both end with.
  private func changeList(
    _ key: Value, _ name: RealmString, _ before: [Value], _ after: [Value],
    _ transaction: inout LiveTransaction
  ) {
    let first = zip(before, after).prefix { $0 == $1 }.count
    let common = min(before.count, after.count) - first
    let last = zip(before.reversed(), after.reversed()).prefix(common).prefix { $0 == $1 }.count
    var count = before.count
    for index in (first..<before.count - last).reversed() {
      transaction.change(className, key, name, .remove(at: index, count: count))
      count -= 1
    }
    for index in first..<after.count - last {
      transaction.change(
        className, key, name, .insert(after[index], at: index, count: count))
      count += 1
    }
  }
}

/// What was last seen of an object.
private struct Known {
  var key: Value
  var properties: [String: Value]

  init(_ object: some RecordedObject) {
    (key, properties) = (object.recordedKey, object.recordedProperties)
  }
}
