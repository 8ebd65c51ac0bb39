internal import Analyzer
internal import Phrasebook
internal import RealmModel
internal import TraceFormat

/// The table of writes.
extension HTMLPen {
  var writes: HTMLView {
    [
      "writeCount": Phrase.count(report.writes.count, "write"),
      "classNames": names { $0.address.className.shortName },
      "propertyNames": names(\.propertyName),
      "causeNames": names { $0.cause?.rawValue },
      "writes": report.writes.indices.map(row),
    ]
  }

  /// The different names among all writes, in order.
  private func names(_ name: (JudgedWrite) -> String?) -> [String] {
    Set(report.writes.compactMap(name)).sorted()
  }

  private func row(_ index: Int) -> HTMLView {
    let write = report.writes[index]
    return place(of: index).merging([
      "number": index, "target": target(index),
      "version": report.transactions[write.transactionIndex].clientVersion,
      "operation": write.operation.words, "fate": write.fate.rawValue,
      "reason": write.reason.words, "causeName": write.cause?.rawValue ?? "",
      "isDefective": write.defect != nil,
    ]) { $1 }
  }
}
