internal import RealmModel
internal import TraceFormat

struct EmbeddedOwners {
  enum Place: UInt8 {
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
      for batch in part.objects {
        for key in batch.keys {
          runs.append(key, at: count)
          count += 1
        }
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
  /// What is known of the places, and how deep they are; by class and position.
  private var places: [[(place: Place, depth: UInt8)?]] = []

  private static let depthMax = 100

  init(_ parts: StateParts) {
    for part in parts.tables where part.table.kind == .embedded {
      numbers[part.table.key] = members.count
      members.append(Members(keysOf: part))
    }
    for part in parts.tables { noteLinks(of: part) }
    places = members.map { Array(repeating: nil, count: $0.count) }
    for number in members.indices {
      for position in 0..<members[number].count { resolve(number, position) }
    }
  }

  func place(of object: ObjectAddress) -> Place {
    guard let number = numbers[object.table] else { return .wrong }
    let position = members[number].position(of: object.key)
    guard position < places[number].count else { return .wrong }
    return places[number][position]?.place ?? .wrong
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

  /// Follows an object up to what is known, and then tells all on the way.
  private mutating func resolve(_ number: Int, _ position: Int) {
    var way: [(number: Int, position: Int)] = []
    var next = (number, position)
    var known = places[number][position]
    while known == nil {
      way.append(next)
      guard way.count <= Self.depthMax else {
        places[number][position] = (.wrong, 0)
        return
      }
      switch members[next.0].owners[next.1] {
      case .topLevel: known = (.inside, 0)
      case .none: known = (.loose, 0)
      case .several: known = (.wrong, 0)
      case .embedded(let owner, let place):
        next = (Int(owner), Int(place))
        known = places[next.0][next.1].map(Self.below)
      }
    }
    for object in way.reversed() {
      places[object.number][object.position] = known
      known = known.map(Self.below)
    }
  }

  private static func below(_ owner: (place: Place, depth: UInt8)) -> (place: Place, depth: UInt8) {
    let isTooDeep = Int(owner.depth) + 1 >= depthMax
    return (isTooDeep ? .wrong : owner.place, isTooDeep ? owner.depth : owner.depth + 1)
  }
}
