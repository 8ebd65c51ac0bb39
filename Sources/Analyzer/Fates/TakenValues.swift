internal import RealmModel
internal import TraceFormat

/// What the transactions that the server took unheard have left there, as far as nobody has changed it since: no edit
/// of somebody else's.
package struct TakenValues {
  private var values: [Address: ObservedValue] = [:]
  private var created: Set<Address> = []

  /// - Parameter integrated: the transactions that are among the server's changes.
  init(_ device: DeviceWrites, _ taken: IntegratedTransactions, _ integrated: Set<Int>) {
    guard taken.lastIntegrated != nil || !integrated.isEmpty else { return }
    for write in device.writes.map(\.value) {
      let transaction = write.transactionIndex
      guard integrated.contains(transaction) || taken.has(transaction) == true else { continue }
      let address = write.address
      guard !address.leadsThroughList else { continue }
      switch write.operation {
      case .create: created.insert(address)
      case .set(.value(let value), _): values[address] = .value(value)
      case .removeEntry: values[address] = .absent
      case .add(let number):
        if case .value(.int(let sum)) = values[address] ?? device.places[write.place].before {
          values[address] = .value(.int(sum &+ number))
        }
      default: values[address] = nil
      }
    }
  }

  /// Whether what the server has at a place is the device's own.
  func has(_ server: ObservedValue?, at address: Address) -> Bool {
    values[address].map { $0.looksLike(server) } ?? false
  }

  func hasCreated(_ object: Address) -> Bool { created.contains(object) }
}
