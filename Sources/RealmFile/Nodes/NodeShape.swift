/// What the flags of a node must be for what it is taken for (rule R11): any ref of a damaged file can
/// lead to any node.
struct NodeShape: Sendable, BitwiseCopyable {
  var name: StaticString
  var isInner = false
  var hasRefs = false
  /// Nil where the flag has no meaning.
  var context: Bool? = false
  var scheme = NodeHeader.Scheme.bits
  /// A bit for each width that it can have; nil for any.
  var widths: UInt64?

  static let references = NodeShape(name: "an array of refs", hasRefs: true)
  static let integers = NodeShape(name: "an array of integers", context: nil)
  static let shortStrings = NodeShape(name: "short strings", context: nil, scheme: .bytes)
  static let blob = NodeShape(name: "a blob", context: nil, scheme: .ignored)
  static let bigBlobs = NodeShape(name: "an array of blobs", hasRefs: true, context: true)
  static let floats = NodeShape(name: "floats", context: nil, scheme: .bytes, widths: 1 << 4)
  static let doubles = NodeShape(name: "doubles", context: nil, scheme: .bytes, widths: 1 << 8)
  static let decimals = NodeShape(
    name: "decimals", context: nil, scheme: .bytes, widths: 1 << 0 | 1 << 4 | 1 << 8 | 1 << 16)
  static let fixedBytes = NodeShape(
    name: "identifiers", context: nil, scheme: .bytes, widths: 1 << 0 | 1 << 1)
  static let clusterInner = NodeShape(name: "an inner cluster", isInner: true, hasRefs: true)
  static let treeInner = NodeShape(
    name: "an inner node of a tree", isInner: true, hasRefs: true, context: nil)

  /// Why a node is none of this shape; nil where it is one.
  func mismatch(_ header: NodeHeader) -> String? {
    if header.isInner != isInner { return header.isInner ? "an inner node" : "a leaf" }
    if header.hasRefs != hasRefs { return header.hasRefs ? "refs" : "no refs" }
    if let context, header.context != context { return "flag \(header.context ? 1 : 0)" }
    if header.scheme != scheme { return "elements in \(header.scheme)" }
    if let widths, widths >> header.width & 1 == 0 { return "width \(header.width)" }
    return nil
  }

  var widthRule: Int { widths == nil ? 11 : 23 }
}
