internal import RealmModel
internal import TraceFormat

package struct HarmCounts: Codable, Hashable, Sendable {
  package var lost = 0
  package var stranded = 0
  package var overwritten = 0
  package var doubled = 0
  package var acknowledgedLost = 0
  /// Places that both sides had edited, by how that ended; no harm.
  package var merged = 0
  package var deviceWon = 0
  package var serverWon = 0

  package init() {}

  package var sum: Int { HarmClass.allCases.reduce(0) { $0 + self[$1] } }
}

extension HarmAccount {
  package var counts: HarmCounts {
    var counts = HarmCounts()
    counts.lost = lost.count
    counts.stranded = stranded.count
    counts.overwritten = overwritten.count
    counts.doubled = doubled.count
    counts.acknowledgedLost = acknowledgedLost.count
    counts.merged = merged.count
    counts.deviceWon = deviceWon.count
    counts.serverWon = serverWon.count
    return counts
  }

  func countsByClass(of writes: [JudgedWrite]) -> [RealmString: HarmCounts] {
    var counts: [RealmString: HarmCounts] = [:]
    // Addresses by their numbers, so that none is taken out for its class.
    func count(
      _ places: some Collection, _ number: WritableKeyPath<HarmCounts, Int>,
      className: (Int) -> RealmString
    ) {
      var left = 0..<places.count
      while let first = left.first {
        let name = className(first)
        let alike = left.prefix { className($0) == name }.count
        counts[name, default: HarmCounts()][keyPath: number] += alike
        left = left.dropFirst(alike)
      }
    }
    count(lost, \.lost) { writes[lost[$0]].address.className }
    count(stranded, \.stranded) { writes[stranded[$0]].address.className }
    count(overwritten, \.overwritten) { overwritten[$0].address.className }
    count(doubled, \.doubled) { doubled[$0].address.className }
    count(acknowledgedLost, \.acknowledgedLost) { acknowledgedLost[$0].address.className }
    count(merged, \.merged) { merged[$0].className }
    count(deviceWon, \.deviceWon) { deviceWon[$0].className }
    count(serverWon, \.serverWon) { serverWon[$0].className }
    return counts
  }
}

/// What a reset can destroy: classes of harm that are not weighed against each other (`docs/report.md`, "Harm").
package enum HarmClass: String, Codable, Hashable, Sendable, CaseIterable {
  /// Unsynced writes that are gone.
  case lost
  /// Unsynced writes that are left in the old file or its backup.
  case stranded
  /// Places of the server's data that the device had not edited, and that ended otherwise.
  case overwritten
  /// Places at which something was done twice.
  case doubled
  /// Values that the device had synced, and that are gone with what the server forgot.
  case acknowledgedLost
}

extension HarmCounts {
  package subscript(_ harmClass: HarmClass) -> Int {
    switch harmClass {
    case .lost: lost
    case .stranded: stranded
    case .overwritten: overwritten
    case .doubled: doubled
    case .acknowledgedLost: acknowledgedLost
    }
  }
}
