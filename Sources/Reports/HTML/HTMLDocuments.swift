/// Links from names to the documents that explain them, where those are published.
struct HTMLDocuments {
  /// Where they are, with a slash at the end; nil if nowhere.
  var address: String?

  /// A name, and where it is explained: for the template `name`.
  ///
  /// - Parameter heading: Under which, if the name is no heading of its own.
  func view(_ name: String, in document: String, under heading: String? = nil) -> HTMLView {
    let anchor = (heading ?? name).lowercased()
    return ["word": name, "explained": address.map { "\($0)\(document).md#\(anchor)" }.orNothing]
  }
}
