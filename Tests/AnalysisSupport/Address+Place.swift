import RealmModel
import TraceFormat

extension Address {
  /// The address as tests write it, such as `T 1 v`.
  package var place: String {
    let parts = [className.readableText, object?.text, property?.readableText]
    return (parts.compactMap { $0 } + path.map { "\($0)" }).joined(separator: " ")
  }
}
