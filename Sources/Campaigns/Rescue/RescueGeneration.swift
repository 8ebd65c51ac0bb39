/// The file of a client as it was at one time: its copies of several days are generations of one file.
package struct RescueGeneration: Sendable {
  /// The identifier and the salt that the server gave the file.
  package var client: String
  /// The server is known to have the changes that made this version of the file, and those before.
  package var uploadedVersion: UInt64
  /// When its unsynced transactions were made, by their client versions: the versions that they were made on.
  package var times: [UInt64: UInt64]

  package init(client: String, uploadedVersion: UInt64, times: [UInt64: UInt64]) {
    (self.client, self.uploadedVersion, self.times) = (client, uploadedVersion, times)
  }

  fileprivate var age: (UInt64, UInt64) { (times.keys.max() ?? 0, uploadedVersion) }
}

struct RescueGenerations {
  private var uploadedVersion: UInt64 = 0
  /// Of those without a problem, the first, and the one that has most.
  private var first: Int?
  private var latest: (device: Int, generation: RescueGeneration)?

  /// Takes the next one, and gives the number of the file that stands for all without a problem.
  mutating func note(_ generation: RescueGeneration, of device: Int, isWhole: Bool) -> Int {
    uploadedVersion = max(uploadedVersion, generation.uploadedVersion)
    guard isWhole else { return device }
    if latest.map({ $0.generation.age < generation.age }) ?? true { latest = (device, generation) }
    let writer = first ?? device
    first = writer
    return writer
  }

  /// What a change is because of another generation; nil where that leaves it as it is.
  ///
  /// - Parameter version: the client version of its last transaction.
  func standing(
    ofChangeAt version: UInt64, in generation: RescueGeneration, of device: Int
  ) -> RescueStanding? {
    if version < uploadedVersion { return .uploaded }
    guard let latest, latest.device != device, let time = generation.times[version],
      latest.generation.times[version] == time
    else { return nil }
    return .superseded
  }
}
