import RealmModel
import TestSupport
import TraceFormat

/// Small changesets about one class, `Item`, with the primary key `_id` and the property `count`.
package enum Sample {
  package static let error = SyncError(
    code: 208, name: "SyncClientResetRequired", message: "Bad client file identifier (IDENT)",
    action: .clientReset, isFatal: true)

  /// Events of one session, a microsecond apart.
  package static func events(_ contents: [Event.Content]) -> [Event] {
    contents.enumerated().map {
      Event(
        sequence: UInt64($0.offset), timeMicroseconds: Int64($0.offset), session: 1,
        content: $0.element)
    }
  }

  package static let countPlace = LocationValue("Item", .int(1), "count")

  package static var schemaAndObject: Changeset {
    build {
      $0.addTable("Item", kind: .topLevel, primaryKey: "_id", type: .int, isNullable: false)
      $0.addColumn("Item", "count", type: .int, isNullable: false)
      $0.createObject("Item", .int(1))
    }
  }

  package static func setCount(_ value: Int64) -> Changeset {
    build { $0.update(countPlace, to: .int(value)) }
  }

  package static func addCount(_ value: Int64) -> Changeset {
    build { $0.addInteger(countPlace, value) }
  }

  /// Names a class that no sample has.
  package static var eraseMissing: Changeset { build { $0.eraseTable("Missing") } }

  package static func build(_ body: (inout ChangesetBuilder) -> Void) -> Changeset {
    .build(body)
  }
}
