internal import RealmModel
internal import Replayer
internal import TraceFormat

/// A place of the server's data that a recovery wrote to: an object, a property or dictionary entry,
/// or a whole list where the path leads through one.
struct TouchedPlace {
  var address: Address
  /// What wrote there, as indexes in ``ResetResult/rulings``, in order.
  var rulings: [Int] = []
  /// The copies of the list, as indexes in ``ResetResult/listCopies``.
  var copies: [Int] = []
  var isErased = false
  /// Whether anything was done but adding to a number.
  var isWritten = false
  var makesEmbeddedObject = false
  /// The number of the last change that left nothing of what was there before.
  var lastReplacement = -1
}

/// Everything that a recovery wrote to the server's data, by place: what it recorded to be uploaded.
struct TouchedPlaces {
  /// In the order in which they were first written to.
  private(set) var places: [TouchedPlace] = []
  private var indexes: [Address: Int] = [:]
  /// By ruling, the number of its first change, or nil; changes count from 0 over all changesets.
  private var changeNumbers: [Int?]
  private var changeCount = 0

  init(_ outcome: Outcome) {
    changeNumbers = Array(repeating: nil, count: outcome.result.rulings.count)
    let countMax = outcome.result.reupload.reduce(0) { $0 + $1.instructions.count }
    places.reserveCapacity(countMax)
    indexes.reserveCapacity(countMax)
    var rulings = outcome.result.rulings.indices[...]
    var copies = outcome.result.listCopies.indices[...]
    for (index, changeset) in outcome.result.reupload.enumerated() {
      let ownRulings = rulings.prefix { outcome.result.rulings[$0].changesetIndex == index }
      let ownCopies = copies.prefix { outcome.result.listCopies[$0].changesetIndex == index }
      rulings = rulings.dropFirst(ownRulings.count)
      copies = copies.dropFirst(ownCopies.count)
      guard !changeset.instructions.isEmpty else { continue }
      for ruling in ownRulings {
        changeNumbers[ruling] = changeCount
        take(outcome.result.rulings[ruling].emitted, of: changeset) { $0.rulings.appendNew(ruling) }
      }
      for copy in ownCopies {
        take(outcome.result.listCopies[copy].emitted, of: changeset, isCopy: true) {
          $0.copies.appendNew(copy)
        }
      }
    }
  }

  subscript(address: Address) -> TouchedPlace? { indexes[address].map { places[$0] } }

  /// Which of the places one is, in their order; nil where nothing was written.
  func position(of address: Address) -> Int? { indexes[address] }

  /// Whether nothing has replaced what a ruling did at a place.
  func stands(_ ruling: Int, at address: Address) -> Bool {
    guard let number = changeNumbers[ruling] else { return false }
    return address.andAbove.allSatisfy { (self[$0]?.lastReplacement ?? -1) <= number }
  }

  private mutating func take(
    _ range: Range<Int>, of changeset: Changeset, isCopy: Bool = false,
    _ body: (inout TouchedPlace) -> Void
  ) {
    for instruction in changeset.instructions[range] {
      defer { changeCount += 1 }
      let written = Address(instruction, in: changeset)
      let address = written.comparable
      // The schema is no place.
      guard address.object != nil else { continue }
      let index = indexes.number(of: address)
      if index == places.count { places.append(TouchedPlace(address: address)) }
      body(&places[index])
      if instruction.kind == .eraseObject { places[index].isErased = true }
      if instruction.kind != .addInteger { places[index].isWritten = true }
      note(instruction, at: index, isCopy, leadsThroughList: written.leadsThroughList)
    }
  }

  private mutating func note(
    _ instruction: Instruction, at index: Int, _ isCopy: Bool, leadsThroughList: Bool
  ) {
    var replaces = isCopy
    switch instruction {
    case .update(let update):
      // What is set in an element, or in its place, leaves the rest of the list.
      if leadsThroughList { break }
      replaces = true
      if case .objectValue = update.value { places[index].makesEmbeddedObject = true }
    case .clear, .eraseObject, .createObject: replaces = true
    default: break
    }
    if replaces { places[index].lastReplacement = changeCount }
  }
}

extension Address {
  /// The address, those of what it is inside of, and that of its object.
  var andAbove: [Address] {
    guard property != nil else { return [self] }
    let paths = (0...path.count).reversed().map { count in
      Address(
        className: className, object: object, property: property, path: Array(path.prefix(count)))
    }
    return paths + [wholeObject]
  }
}

extension [Int] {
  fileprivate mutating func appendNew(_ number: Int) { if last != number { append(number) } }
}
