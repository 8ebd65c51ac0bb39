package import RealmModel
package import TraceFormat

/// An unsynced write as the device made it: what is the same in all modes of a reset.
package struct DeviceWrite: Hashable, Sendable {
  package var transactionIndex: Int
  package var instructionIndex: Int
  package var kind: InstructionKind
  package var address: Address
  package var operation: WriteOperation
  package var isUploadOnly = false
  package var impliedBy: Int?

  // What fates are judged by, and not part of a report that was read
  /// Whether an earlier unsynced write had created the object.
  var isOnOwnObject = false
  /// Whether it acts on a property of an object, embedded or not, as a whole.
  var endsAtProperty = false
  /// Which of ``DeviceWrites/places`` it acts on.
  var place = 0
  /// Which of ``DeviceWrites/objects`` it acts on; nil for a write to the schema.
  var object: Int?
  /// What became of its effect on the device, by the writes after it.
  var effect = Supersession.Effect()

  /// A write that is still to be read.
  package static let blank = DeviceWrite(
    transactionIndex: 0, instructionIndex: 0, kind: .addTable, address: Address(className: .empty),
    operation: .addClass)
}
