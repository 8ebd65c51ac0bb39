package import Analyzer
internal import Replayer
internal import TraceFormat

extension ClientsReport.Client {
  /// What the client is called: by its file, which is unique on its server.
  package var title: String { fileIdent == 0 ? "session \(session)" : "file \(fileIdent)" }

  package var sentence: String {
    let shown = gaps.contains(where: \.kind.hidesWrites) ? " that the trace shows" : ""
    let unsynced =
      unsyncedCount == 0 ? "nothing unsynced" : unsyncedCount.counted("unsynced transaction")
    return "\(transactionCount.counted("transaction")) written, "
      + "\(downloadedChangeCount.counted("change")) downloaded; at server version "
      + "\(serverVersion), \(unsynced)\(shown)" + (wasReset ? "; then a client reset" : "")
  }
}

extension ClientsReport.SharedFile {
  package var title: String { "A file with \(clients.count.counted("client"))" }

  package func sentence(_ agreement: ClientsReport.Agreement) -> String {
    let who = Phrase.list(agreement.clients.map { clients[$0].title })
    let time = Phrase.when(agreement.timeMicroseconds).map { "\($0): " } ?? ""
    let version = agreement.serverVersion
    return switch agreement.isSame {
    case true?: "\(time)\(who) agree at server version \(version)"
    case false?: "\(time)\(who) disagree at server version \(version)"
    case nil: "\(time)whether \(who) agree at server version \(version) is not known"
    }
  }

  package func sentence(_ loss: ClientsReport.Loss) -> String {
    let lost = loss.write.lost
    let author = lost.isDevices ? "" : ", written by \(lost.who)"
    return "\(clients[loss.client].title): \(lost.words)\(author): \(loss.write.reasonWords)"
  }
}
