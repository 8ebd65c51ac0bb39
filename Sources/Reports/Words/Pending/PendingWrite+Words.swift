package import Analyzer
internal import RealmModel
internal import TraceFormat

extension PendingWrite {
  /// What a write did, in words that follow the name of what it acted on; of a new class or property also
  /// what it is, such as `property added: string?[]`.
  ///
  /// - Parameter columns: the most columns of a value.
  package func words(valueColumns columns: Int = Phrase.valueColumns) -> String {
    operation.words(valueColumns: columns) + (definition?.words ?? "")
  }
}

extension PendingDefinition {
  fileprivate var words: String {
    switch self {
    case .addedClass(let kind, let key):
      (kind == .topLevel ? "" : ", \(kind.name)")
        + (key.map { ", primary key \($0.name.shortName): \($0.notation)" } ?? "")
    case .addedProperty(let property): ": \(property.notation)"
    case .removedClass, .removedProperty: ""
    }
  }
}
