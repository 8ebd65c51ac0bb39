// What the checked targets use of Foundation, for `scripts/check-availability` alone: it is compiled against and never
// linked. All of it is older than the floor.
@_exported import Darwin

extension StringProtocol {
  public var precomposedStringWithCanonicalMapping: String { fatalError() }
}

public final class NSString {
  public init(string: String) {}
  public var deletingLastPathComponent: String { fatalError() }
  public var lastPathComponent: String { fatalError() }
  public var resolvingSymlinksInPath: String { fatalError() }
  public var standardizingPath: String { fatalError() }
  public func appendingPathComponent(_ name: String) -> String { fatalError() }
}

public struct ObjCBool: ExpressibleByBooleanLiteral {
  public init(booleanLiteral value: Bool) {}
  public var boolValue: Bool { fatalError() }
}

public struct FileAttributeKey: Hashable, Sendable { public static let type = FileAttributeKey() }
public struct FileAttributeType: Hashable, Sendable {
  public static let typeDirectory = FileAttributeType()
  public static let typeRegular = FileAttributeType()
}

public final class FileManager: Sendable {
  public static let `default` = FileManager()
  public func fileExists(atPath path: String) -> Bool { fatalError() }
  public func fileExists(atPath path: String, isDirectory: UnsafeMutablePointer<ObjCBool>?) -> Bool
  { fatalError() }
  public func contentsOfDirectory(atPath path: String) throws -> [String] { fatalError() }
  public func attributesOfItem(atPath path: String) throws -> [FileAttributeKey: Any] {
    fatalError()
  }
  public func createDirectory(atPath path: String, withIntermediateDirectories: Bool) throws {}
  public func removeItem(atPath path: String) throws {}
}

extension Error { public var localizedDescription: String { fatalError() } }

public struct CocoaError: Error { public var underlying: (any Error)? }

public struct POSIXError: Error {
  public enum Code: Int32, Sendable { case EPERM = 1 }
  public var code: Code { fatalError() }
}

public final class ProcessInfo: Sendable {
  public static let processInfo = ProcessInfo()
  public var activeProcessorCount: Int { fatalError() }
}
