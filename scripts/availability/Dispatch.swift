// What the checked targets use of Dispatch, for `scripts/check-availability` alone: it is compiled against and never
// linked. All of it is older than the floor.
public struct DispatchTime: Comparable, Sendable {
  public static func now() -> DispatchTime { fatalError() }
  public static func < (a: DispatchTime, b: DispatchTime) -> Bool { fatalError() }
  public static func + (time: DispatchTime, interval: DispatchTimeInterval) -> DispatchTime {
    fatalError()
  }
}

public enum DispatchTimeInterval: Sendable {
  case seconds(Int)
  case milliseconds(Int)
  case nanoseconds(Int)
}
public enum DispatchTimeoutResult: Sendable { case success, timedOut }
public struct DispatchQoS: Sendable { public static let utility = DispatchQoS() }

public final class DispatchSemaphore: Sendable {
  public init(value: Int) {}
  @discardableResult public func signal() -> Int { fatalError() }
  public func wait() {}
  public func wait(timeout: DispatchTime) -> DispatchTimeoutResult { fatalError() }
}

public final class DispatchGroup: Sendable {
  public init() {}
  public func enter() {}
  public func leave() {}
  public func wait() {}
  public func notify(queue: DispatchQueue, execute work: @escaping @Sendable () -> Void) {}
}

public final class DispatchQueue: Sendable {
  public init(label: String, qos: DispatchQoS) {}
  public func async(execute work: @escaping @Sendable () -> Void) {}
  public static func global() -> DispatchQueue { DispatchQueue(label: "", qos: .utility) }
  public static func concurrentPerform(iterations: Int, execute work: (Int) -> Void) {}
}
