package import TraceFormat

/// One step that makes of a list another one. Places are those at the time of the step: steps are
/// carried out one after the other.
package enum ListEdit: Codable, Hashable, Sendable {
  /// An element before the one that stands there; at the end of the list at its size.
  case insert(at: Int, value: Value)
  case remove(at: Int, value: Value)
  case set(at: Int, from: Value, to: Value)
  /// An element is taken out, and stands at a place afterwards.
  case move(from: Int, to: Int, value: Value)
}
