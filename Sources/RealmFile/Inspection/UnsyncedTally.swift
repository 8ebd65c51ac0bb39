internal import RealmModel
package import TraceFormat

package struct UnsyncedTally: Sendable {
  /// A class, with its objects in the order in which they were first changed.
  package struct ClassTally: Sendable {
    package var name: RealmString
    package var instructionCount = 0
    package fileprivate(set) var objects: [(key: PrimaryKeyValue, instructionCount: Int)] = []
    fileprivate var places: [PrimaryKeyValue: Int] = [:]
  }

  /// In the order in which they were first changed.
  package private(set) var classes: [ClassTally] = []
  package private(set) var instructionCount = 0
  package private(set) var undecodable: [(clientVersion: UInt64, failure: DecodingFailure)] = []
  private var places: [RealmString: Int] = [:]

  package init(_ changes: [LocalCommit]) {
    for change in changes {
      do throws(DecodingFailure) {
        count(try Changeset(decoding: change.changeset))
      } catch {
        undecodable.append((change.clientVersion, error))
      }
    }
  }

  private mutating func count(_ changeset: Changeset) {
    for instruction in changeset.instructions {
      instructionCount += 1
      guard let object = ObjectName(instruction, in: changeset) else { continue }
      let place = places[object.className] ?? classes.count
      if place == classes.count {
        places[object.className] = place
        classes.append(ClassTally(name: object.className))
      }
      classes[place].count(object.key)
    }
  }
}

extension UnsyncedTally.ClassTally {
  fileprivate mutating func count(_ key: PrimaryKeyValue) {
    instructionCount += 1
    guard let place = places[key] else {
      places[key] = objects.count
      objects.append((key, 1))
      return
    }
    objects[place].instructionCount += 1
  }
}
