internal import Analyzer
internal import RealmModel
internal import Replayer
internal import TraceFormat

struct WriteEntry {
  enum SideName: String {
    case device
    case server
    /// On the device after the reset.
    case now
    case lastSync = "last sync"
  }

  typealias Side = (side: SideName, observed: ObservedValue?)

  /// The index in ``Report/writes``.
  var index: Int
  var place: WritePlace
  var fate: Fate
  var operation: String
  var clientVersion: UInt64
  /// In UTC; nil where the source has no clock.
  var time: String?
  var rule: RuleIdentifier?
  var cause: Cause?
  /// Why, in one sentence without a final period.
  var reason: String
  var defect: String?
  /// Who has changed the thing since the last sync; nil where that is not known.
  var changedBy: String?
  var winner: String?
  /// The write that replaces it, and the one that it comes with, as indexes in ``Report/writes``.
  var replacement: Int?
  var deletion: Int?
  /// What stands for the place that the states are compared at, such as `notes` or `meta.color`.
  var comparedPlace: String
  var observed: ObservedValues
  /// Of the very element, for a list or set.
  var element: ObservedValues?

  init(
    _ index: Int, of objectName: String?, in report: Report, valueColumns: Int
  ) {
    let write = report.writes[index]
    let transaction = report.transactions[write.transactionIndex]
    self.index = index
    place = WritePlace(write.address, objectName: objectName)
    (fate, rule, cause) = (write.fate, write.rule, write.cause)
    operation = write.operation.words(valueColumns: valueColumns)
    clientVersion = transaction.clientVersion
    time = Phrase.when(transaction.timeMicroseconds)
    (reason, defect) = (write.reason.words, write.defect?.words)
    (changedBy, winner) = (write.threeWay.meaning, write.winner?.meaning)
    (replacement, deletion) = (write.supersededBy, write.impliedBy)
    var compared = write.address
    if let location = compared.comparablePlace {
      compared.path = location.path
      comparedPlace = compared.propertyText
    } else {
      comparedPlace = place.propertyName
    }
    (observed, element) = (write.observed, write.element)
  }

  /// What each side has of the very element; nothing where it can't be followed.
  var elementSides: [Side]? {
    element.map {
      [(.lastSync, $0.before), (.device, $0.device), (.server, $0.server), (.now, $0.after)]
    }
  }
}
