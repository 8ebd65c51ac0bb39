internal import TraceFormat

extension ClassSchema {
  /// The class with the number of its objects, such as `Person: 3 objects, primary key _id`.
  func words(objectCount: Int) -> String {
    let name = name.nameText
    if kind == .embedded { return "\(name): embedded" }
    let key = primaryKey.map { ", primary key \($0.nameText)" } ?? ""
    let kind = kind == .asymmetric ? "asymmetric, " : ""
    return "\(name): \(kind)\(objectCount.counted("object"))\(key)"
  }
}
