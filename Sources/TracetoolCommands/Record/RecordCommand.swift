import FaultPlans

#if Proxy
  import ArgumentParser
  import RecordingProxy
  import Replayer
  import TraceFormat

  struct RecordCommand: AsyncTraceCommand {
    static let configuration = CommandConfiguration(
      commandName: "record",
      abstract: "Record the sync sessions between clients and a server, as a proxy between them.",
      discussion: """
        Point your app at `--listen` and the proxy at the server. The proxy passes everything on as it \
        is, and writes what crosses a WebSocket to a trace, made safe every second. It passes \
        tokens on and never writes them (docs/security.md). Interrupt it to end the trace.

          tracetool record --listen 127.0.0.1:9080 --upstream ws://127.0.0.1:9090 -o a.synctrace

        docs/recording.md shows a recording from start to report.
        """)

    @OptionGroup(title: "The proxy") var proxy: ProxyArguments
    @OptionGroup(title: "The trace") var recording: RecordingArguments
    @OptionGroup(title: "The page") var live: LiveViewArguments
    @OptionGroup(title: "Faults") var faults: FaultOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
      _ = try proxy.options()
      _ = try recording.destination()
      guard faults.faultSeed == nil || !faults.isEmpty else {
        throw ValidationError("`--fault-seed` is for `--fault` or `--fault-plan`")
      }
    }

    func run(on console: Console) async throws -> ExitStatus {
      let plan = faults.isEmpty ? nil : try faults.plan(for: .wire)
      try CommandFiles(
        reading: proxy.inputPaths + [faults.faultPlan].compactMap { $0 },
        writing: [recording.output]
      ).check()
      console.showProgress(isQuiet: output.quiet)
      let (findings, continuation) = AsyncStream<Step>.makeStream()
      let totals = RunningTotals()
      let proxy = RecordingProxy(
        try proxy.options(), recording: try recording.options(), faults: plan,
        report: { report in
          totals.set(report)
          if report.finding != .message { continuation.yield(.report(report)) }
        })
      let page = live.server(showing: totals)
      // First what can fail without having touched a file.
      let pageAddress = try await listening("--view") { try await page?.start() }
      let address: ProxyAddress
      do {
        address = try await listening("--listen") { try await proxy.start() }
      } catch {
        await page?.stop()
        throw error
      }
      ProcessSignals.onNext { _ in continuation.yield(.end) }
      let view = RecordView(
        console: console, options: output, totals: totals,
        target: recording.output ?? recording.directory ?? "")
      do {
        try view.listening(address, plan, page: pageAddress)
        for await step in findings {
          guard case .report(let report) = step else { break }
          try view.show(report)
        }
      } catch {
        // Nobody can be told any more; what was recorded is ended as it should be.
        _ = try? await proxy.stop()
        await page?.stop()
        throw error
      }
      let ended = await ending(proxy)
      await page?.stop()
      continuation.finish()
      // What was still on its way to the trace.
      for await case .report(let report) in findings { try view.show(report) }
      let summary = try ended.get()
      try view.ended(summary, unfired: proxy.unfiredFaults)
      return summary.lossCount > 0 ? .dataLost : .fine
    }

    private enum Step: Sendable {
      case report(ProxyReport)
      case end
    }

    /// - Parameter option: what chooses the address to listen on.
    private func listening<Address>(
      _ option: String, _ start: () async throws -> Address
    ) async throws -> Address {
      do {
        return try await start()
      } catch let failure as ProxyFailure {
        switch failure {
        case .cannotListen:
          throw CommandFailure(
            .cannotCreate, "\(failure)", hint: "choose another address with `\(option) HOST:PORT`")
        case .unusableCertificate: throw CommandFailure(.badInput, "\(failure)")
        }
      }
    }

    private func ending(_ proxy: RecordingProxy) async -> Result<RecordingSummary, CommandFailure> {
      do {
        return .success(try await proxy.stop())
      } catch {
        return .failure(
          CommandFailure(
            .inputOutput, "the recording ended early: \(CommandFailure(describing: error).message)",
            hint: "the trace is whole up to there"))
      }
    }
  }
#else
  import ArgumentParser

  /// `tracetool record` where the package is built without its trait `Proxy`: it says so.
  struct RecordCommand: TraceCommand {
    static let configuration = CommandConfiguration(
      commandName: "record",
      abstract: "Record sync sessions (not in this build: `make build` builds one that can).")

    @Argument(parsing: .captureForPassthrough) var arguments: [String] = []

    func run(on console: Console) throws -> ExitStatus {
      throw CommandFailure(
        .failed, "this tracetool was built without its proxy and can't record",
        hint: "`make build` builds one that can: .build/release/tracetool")
    }
  }
#endif
