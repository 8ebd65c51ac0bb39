import RealmModel

/// The faults that a replay injects, in order (`docs/faults.md`).
///
/// A plan is data: the same plan, trace and mode give the same outcome. Several faults at one moment
/// take effect in the order of the plan.
public struct FaultPlan: Hashable, Sendable {
  /// The faults; each may happen once.
  public var faults: [Fault]
  /// Decides what a fault leaves open, such as which class a change of the schema removes.
  public var seed: UInt64

  /// A plan in memory.
  public init(_ faults: [Fault] = [], seed: UInt64 = 0) {
    self.faults = faults
    self.seed = seed
  }

  /// A plan without faults, under which a trace is replayed as it was recorded.
  public static let none = FaultPlan()

  /// Whether nothing is injected.
  public var isEmpty: Bool { faults.isEmpty }

  /// The largest plan that is read.
  public static let sizeMaxBytes = 1 << 20
}

/// One fault: at which moment of a session, and what happens then.
public struct Fault: Hashable, Sendable {
  package var moment: FaultMoment
  package var kind: FaultKind

  package init(_ moment: FaultMoment, _ kind: FaultKind) {
    self.moment = moment
    self.kind = kind
  }

  /// Whether both do the same at the same time; the names that they say are compared by their bytes.
  public static func == (a: Fault, b: Fault) -> Bool { a.json == b.json }
}

/// What happens, by family (`docs/faults.md` has a section for each).
package enum FaultKind: Hashable, Sendable {
  case server(ServerFault)
  case schema(SchemaFault)
  case client(ClientFault)
  case transport(TransportFault)
  case wire(WireFault)
}

/// The families of faults.
package enum FaultFamily: String, Hashable, Sendable, CaseIterable {
  /// What the server decides.
  case server
  /// Changes of the server's schema, and of the data with it.
  case schema
  /// What goes wrong on the device.
  case client
  /// What goes wrong between the two.
  case transport
}

extension FaultKind {
  package var family: FaultFamily {
    switch self {
    case .server: .server
    case .schema: .schema
    case .client: .client
    case .transport, .wire: .transport
    }
  }

  /// The name in plans and in the catalogue, such as `restore-backup`.
  package var name: String {
    switch self {
    case .server(let fault): fault.name
    case .schema(let fault): fault.change.rawValue
    case .client(let fault): fault.name
    case .transport(let fault): fault.name
    case .wire(let fault): fault.name
    }
  }
}
