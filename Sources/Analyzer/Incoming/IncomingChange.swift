public import RealmModel

/// A change of the server's since the last sync, which a reset brings to the device: of a class, an
/// object or a property as a whole.
public struct IncomingChange: Codable, Hashable, Sendable {
  /// The class or its property, where the schema changed; else the object, or a property of it.
  public var address: Address
  /// As last synced. An object has the value of an embedded one, without its primary key.
  public var before: ObservedValue
  /// On the server, as the reset downloaded it.
  public var server: ObservedValue
  /// On the device after the reset; nil where that is not known.
  public var after: ObservedValue?
  /// Whether the device has it after the reset; nil where that is not known.
  public var arrives: Bool?

  private enum CodingKeys: String, CodingKey {
    case address
    case before = "values.before"
    case server = "values.server"
    case after = "values.after"
    case arrives
  }
}

/// What a reset brings to the device.
public struct IncomingChanges: Codable, Hashable, Sendable {
  /// In the order of classes and keys; nil where the trace does not show the last sync.
  public var changes: [IncomingChange]?
}

/// A change of the server's that is undone if the app copies all objects of the file that was set aside
/// into the file that takes its place.
public struct ChangeUndoneByCopy: Codable, Hashable, Sendable {
  /// An object that the server had deleted, or a property.
  public var address: Address
  /// What the server has.
  public var server: ObservedValue
  /// What would be there instead.
  public var copy: ObservedValue

  private enum CodingKeys: String, CodingKey {
    case address
    case server = "values.server"
    case copy = "values.copy"
  }
}
