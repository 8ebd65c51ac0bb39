internal import RealmModel
internal import Replayer
internal import TraceFormat

// Where the two outcomes differ
extension DefectSearch {
  /// What differs: the result alone, or else the places where something else is there afterwards.
  var differences: [Aspect] {
    guard real.ending == ideal.ending else { return [.result] }
    let candidates = candidates.filter { !Aspect.place($0).isSame(real, ideal) }
    let objects = Set(candidates.filter { $0.property == nil })
    return candidates.filter { address in
      address.property == nil || !objects.contains(address.wholeObject)
    }.map(Aspect.place)
  }

  /// The places that can differ, each once, in the order of the re-upload: both outcomes start from
  /// the same states, so whatever differs is in what only one of them uploads, or in the transfer.
  private var candidates: [Address] {
    var (places, seen): ([Address], Set<Address>) = ([], [])
    func add(_ address: Address) {
      if seen.insert(address).inserted { places.append(address) }
    }
    for (a, b) in zip(real.result.reupload, ideal.result.reupload)
    where a.encoded() != b.encoded() {
      for changeset in [a, b] {
        for instruction in changeset.instructions {
          add(Address(instruction, in: changeset).wholeProperty)
        }
      }
    }
    for deviation in real.result.deviations where deviation.place != nil { add(deviation.address) }
    return places
  }
}
