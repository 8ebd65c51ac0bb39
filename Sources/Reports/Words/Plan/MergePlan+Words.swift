internal import Analyzer
internal import RealmModel
internal import TraceFormat

extension MergePlan {
  /// How much there is to do, and how much of it to decide, in one sentence without a final period.
  package var sentence: String {
    guard !operations.isEmpty else {
      return "Nothing needs to be carried over: the server has all that the device had"
    }
    let what =
      "\(operations.count.counted("operation")) would carry what is in the old file over to the "
      + "server"
    return switch operations.count(where: \.isConflicting) {
    case 0: "\(what), without conflicts"
    case operations.count where operations.count == 1: "\(what); you have to decide about it"
    case operations.count: "\(what); you have to decide about each"
    case let conflicts: "\(what); you have to decide about \(conflicts) of them"
    }
  }
}

extension Report {
  /// What is said of its merge plan, without a final period: an empty one says nothing of writes that are not shown.
  func sentence(of plan: MergePlan) -> String {
    plan.operations.isEmpty && !hiddenWrites.isEmpty
      ? "Nothing that the trace shows needs to be carried over" : plan.sentence
  }

  /// Why there is no merge plan of a file that is set aside, without a final period; nil where there is a plan, or
  /// nothing to plan.
  package var missingPlanSentence: String? { mergePlanGap.map { "Not known: \($0.words)" } }
}

extension MergePlan.Action {
  private static let valueColumns = 50

  /// What to do, in words that follow the name of the place.
  package var words: String {
    switch self {
    case .addClass: "add the class"
    case .addProperty: "add the property"
    case .removeClass: "remove the class"
    case .removeProperty: "remove the property"
    case .create: "create"
    case .createWhole: "create with all that the device has"
    case .setWhole: "set all properties to what the device has"
    case .delete: "delete"
    case .upload: "upload"
    case .add(let sum): sum < 0 ? "subtract \(sum.magnitude)" : "add \(sum)"
    case .addMember(let value): "add \(value.text(columns: Self.valueColumns))"
    case .removeMember(let value): "remove \(value.text(columns: Self.valueColumns))"
    case .remove: "remove"
    case .set(let value): "set to \(value.text(columns: Self.valueColumns))"
    case .edit(let edits): Self.words(edits)
    }
  }

  private static let editsMax = 4

  private static func words(_ edits: [ListEdit]) -> String {
    let words = edits.prefix(editsMax).map(\.words).joined(separator: ", then ")
    let rest = edits.count - editsMax
    return rest > 0 ? "\(words), and \(rest.counted("more step"))" : words
  }
}

extension ListEdit {
  private static let valueColumns = 24

  /// What to do, with places counted from 0 when it is done.
  package var words: String {
    switch self {
    case .insert(let index, let value): "insert \(Self.text(value)) at [\(index)]"
    case .remove(let index, let value): "remove \(Self.text(value)) at [\(index)]"
    case .set(let index, let from, let to):
      "set [\(index)] from \(Self.text(from)) to \(Self.text(to))"
    case .move(let from, let to, let value):
      "move \(Self.text(value)) from [\(from)] to [\(to)]"
    }
  }

  private static func text(_ value: Value) -> String { value.text(columns: valueColumns) }
}

extension MergePlan.Conflict {
  /// Why you have to decide, in one sentence without a final period.
  package var words: String {
    switch self {
    case .classRemoved: "the server has removed the class"
    case .propertyRemoved: "the server has removed the property"
    case .removesSchema:
      "removing a class or property breaks other clients, and is not done through sync"
    case .objectMissing: "the server does not have the object"
    case .objectDeleted: "the server has deleted the object"
    case .objectReplaced: "the server has deleted the object and created another one with its key"
    case .objectHidden: "the object is out of the user's view"
    case .objectExists: "the server has an object with this key too"
    case .objectChanged: "the server has changed the object since the last sync"
    case .linkedByServer: "others have linked to it since the last sync"
    case .elementChanged: "the server has changed the same element since the last sync"
    case .valueChanged(let before, let server, let mayBeSame):
      "since the last sync the server has changed it from "
        + Phrase.apart([before, server], columns: Phrase.valueColumns).joined(separator: " to ")
        + (mayBeSame ? ", which may be the same change" : "")
    case .lastSyncUnknown:
      "the trace does not show the last sync, so whether the server has changed it is not known"
    case .lacksLinks:
      "it can't be carried over whole: the server lacks objects that it links to"
    case .classMissing: "the server does not have the class"
    case .propertyMissing: "the server does not have the property"
    case .misfit(let failure):
      "it does not fit the server's schema or state: \(failure.message)"
    }
  }
}
