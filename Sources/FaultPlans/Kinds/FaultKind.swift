package enum FaultKind: Hashable, Sendable {
  case server(ServerFault)
  case schema(SchemaFault)
  case client(ClientFault)
  case transport(TransportFault)
  case wire(WireFault)
}

package enum FaultFamily: String, Hashable, Sendable, CaseIterable {
  case server
  /// Changes of the server's schema, and of the data with it.
  case schema
  case client
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
    case .transport(let fault): fault.rawValue
    case .wire(let fault): fault.name
    }
  }
}
