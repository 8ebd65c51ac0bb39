internal import RealmModel
internal import TraceFormat

struct EmbeddedOwners {
  enum Place {
    case inside
    /// In nothing, or in something that is in nothing.
    case loose
    /// In several, in itself, or too deep.
    case wrong
  }

  /// The embedded objects of a class by position.
  private struct Members {
    var runs = KeyRuns()
    var count = 0
    var owners: [Owner] = []

    init(keysOf part: StateParts.ClassTable) {
      for key in part.objects.lazy.flatMap(\.keys) {
        runs.append(key, at: count)
        count += 1
      }
      owners = Array(repeating: .none, count: count)
    }

    func position(of key: ObjectKey) -> Int {
      key.isUnresolved ? .max : runs.place(of: key, count: count)
    }
  }

  private enum Owner {
    case none
    case topLevel
    /// By the number of its class among the embedded ones, and its position there.
    case embedded(Int32, Int32)
    case several
  }

  private var members: [Members] = []
  private var numbers: [TableKey: Int] = [:]

  private static let depthMax = 100

  init(_ parts: StateParts) {
    for part in parts.tables where part.table.kind == .embedded {
      numbers[part.table.key] = members.count
      members.append(Members(keysOf: part))
    }
    for part in parts.tables { noteLinks(of: part) }
  }

  /// Where an object stands, which the owners above it say; few are more than one or two deep.
  func place(of object: ObjectAddress) -> Place {
    guard var number = numbers[object.table] else { return .wrong }
    var position = members[number].position(of: object.key)
    guard position < members[number].owners.count else { return .wrong }
    for _ in 0..<Self.depthMax {
      switch members[number].owners[position] {
      case .topLevel: return .inside
      case .none: return .loose
      case .several: return .wrong
      case .embedded(let owner, let place): (number, position) = (Int(owner), Int(place))
      }
    }
    return .wrong
  }

  private mutating func noteLinks(of part: StateParts.ClassTable) {
    let number = numbers[part.table.key]
    for column in part.table.columns where column.type == .link || column.type == .mixed {
      var position: Int32 = 0
      for batch in part.objects {
        guard column.leaf < batch.columns.count else { continue }
        batch.columns[column.leaf].forEachLink(in: batch.keys.indices) { index, target in
          let owner = number.map { Owner.embedded(Int32($0), position + Int32(index)) }
          note(target, in: owner ?? .topLevel)
        }
        position += Int32(batch.keys.count)
      }
    }
  }

  private mutating func note(_ target: ObjectAddress, in owner: Owner) {
    guard let number = numbers[target.table] else { return }
    let position = members[number].position(of: target.key)
    guard position < members[number].owners.count else { return }
    if case .none = members[number].owners[position] {
      members[number].owners[position] = owner
    } else {
      members[number].owners[position] = .several
    }
  }
}
