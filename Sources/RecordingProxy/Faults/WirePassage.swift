import FaultPlans
import TraceFormat

/// A message on its way through the faults: what goes on in its place, before it and behind it.
struct WirePassage {
  let arrival: WireArrival
  /// What goes on in the message's own direction; nil for the message as it came.
  var forms: [[UInt8]?] = [nil]
  var before: [WireAction] = []
  /// Messages that were held back until this one has gone on.
  var released: [[UInt8]] = []
  var behind: [WireAction] = []
  var close: WireClose?

  /// Whether nothing is left of the message that a fault could disturb.
  var isGone: Bool { forms.isEmpty || close != nil }

  mutating func change(_ change: ([UInt8]) throws(WireRefusal) -> [UInt8]) throws(WireRefusal) {
    var changed: [[UInt8]?] = []
    for form in forms { changed.append(try change(form ?? arrival.bytes)) }
    forms = changed
  }

  private func sending(_ bytes: [UInt8]) -> WireAction { .send(bytes, arrival.sender) }

  var actions: [WireAction] {
    before + forms.map { $0.map(sending) ?? .pass } + released.map(sending) + behind
      + (close.map { [.close($0)] } ?? [])
  }
}
