/// A test's input is not there, or not all of it; a test of nothing must not pass.
public struct MissingInput: Error, CustomStringConvertible {
  public var description: String

  public init(_ description: String) { self.description = description }
}

extension Array {
  /// The elements, if there are at least so many of them.
  ///
  /// - Throws: ``MissingInput``.
  public func atLeast(_ countMin: Int, _ what: String) throws -> [Element] {
    guard count >= countMin else {
      throw MissingInput("\(what): there are \(count), and should be \(countMin) or more")
    }
    return self
  }
}
