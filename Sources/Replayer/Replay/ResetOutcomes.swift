import RealmModel
package import TraceFormat

/// What one reset comes to, in whatever mode and with whatever defects of the engine: what two of them do
/// to the very same data is done once.
///
/// It is for one task, and holds on to the last two dozen states that it came to.
package struct ResetOutcomes {
  private let reset: PlannedReset
  private let memory = InjectionMemory()

  package init(_ reset: PlannedReset) { self.reset = reset }

  /// Carries the reset out.
  package func outcome(mode: ResetMode, quirks: Quirks) -> Outcome {
    reset.outcome(mode: mode, quirks: quirks, memory: memory)
  }
}
