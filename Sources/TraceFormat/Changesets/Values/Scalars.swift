/// A point in time as Realm stores it: seconds and nanoseconds of the same sign since 1970 (UTC).
public struct Timestamp: Hashable, Sendable, BitwiseCopyable {
  /// Seconds since 1970-01-01 (UTC); negative before.
  public var seconds: Int64
  /// Between -999 999 999 and 999 999 999, and of the sign of `seconds` unless one of them is 0.
  public var nanoseconds: Int32

  /// A point in time; the parts must have the same sign.
  @inlinable public init(seconds: Int64, nanoseconds: Int32) {
    (self.seconds, self.nanoseconds) = (seconds, nanoseconds)
  }

  /// Whether Realm takes the parts for one point in time.
  package var hasOneSign: Bool {
    seconds == 0 || nanoseconds == 0 || (seconds < 0) == (nanoseconds < 0)
  }
}

/// A BSON object identifier: 12 bytes, held so that comparing the fields compares the bytes.
public struct ObjectID: Hashable, Sendable, BitwiseCopyable {
  /// Bytes 0 to 7, big-endian.
  public var high: UInt64
  /// Bytes 8 to 11, big-endian.
  public var low: UInt32

  /// An identifier by its bytes.
  @inlinable public init(high: UInt64, low: UInt32) {
    (self.high, self.low) = (high, low)
  }
}

extension ObjectID: Comparable {
  /// Bytewise, as Realm sorts.
  @inlinable public static func < (a: ObjectID, b: ObjectID) -> Bool {
    (a.high, a.low) < (b.high, b.low)
  }
}

/// A UUID of Realm: 16 bytes in textual order, held so that comparing the fields compares the bytes.
public struct RealmUUID: Hashable, Sendable, BitwiseCopyable {
  /// Bytes 0 to 7, big-endian.
  public var high: UInt64
  /// Bytes 8 to 15, big-endian.
  public var low: UInt64

  /// An identifier by its bytes.
  @inlinable public init(high: UInt64, low: UInt64) {
    (self.high, self.low) = (high, low)
  }
}

extension RealmUUID: Comparable {
  /// Bytewise, as Realm sorts.
  @inlinable public static func < (a: RealmUUID, b: RealmUUID) -> Bool {
    (a.high, a.low) < (b.high, b.low)
  }
}

/// The identity of an object of a class without primary key: the file that made it and a number.
public struct GlobalKey: Hashable, Sendable, BitwiseCopyable {
  /// Client file identifier of the file that created the object.
  public var high: UInt64
  /// Sequence number of the object within its class in that file.
  public var low: UInt64

  /// The key of an object, by the file that made it and its number.
  @inlinable public init(high: UInt64, low: UInt64) {
    (self.high, self.low) = (high, low)
  }
}

extension GlobalKey: Comparable {
  /// By the file, then by the number.
  @inlinable public static func < (a: GlobalKey, b: GlobalKey) -> Bool {
    (a.high, a.low) < (b.high, b.low)
  }
}

/// A 128-bit decimal in the binary integer encoding of IEEE 754-2008, bit for bit.
///
/// Two representations of one number (`1.5` and `1.50`) are different values here: Realm keeps
/// them apart in storage and in text, and only its own comparisons see them as equal.
public struct Decimal128: Hashable, Sendable, BitwiseCopyable {
  /// Sign, exponent and the upper 49 bits of the coefficient.
  public var high: UInt64
  /// The lower 64 bits of the coefficient.
  public var low: UInt64

  /// A decimal by its bits.
  @inlinable public init(high: UInt64, low: UInt64) {
    (self.high, self.low) = (high, low)
  }
}
