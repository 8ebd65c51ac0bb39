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

package enum ClientFault: Hashable, Sendable {
  /// The process ends at a step of the reset, and the app is started again.
  case crash
  case beforeHandlerThrows(message: String?)
  case afterHandlerThrows(message: String?)
  /// The server orders another reset: at a step of the first, or before the first was acknowledged.
  case secondReset(FaultError)
  /// No space is left for a commit: of the app, or of the reset itself.
  case diskFull

  package var name: String {
    switch self {
    case .crash: "crash"
    case .beforeHandlerThrows: "before-handler-throws"
    case .afterHandlerThrows: "after-handler-throws"
    case .secondReset: "second-reset"
    case .diskFull: "disk-full"
    }
  }
}
