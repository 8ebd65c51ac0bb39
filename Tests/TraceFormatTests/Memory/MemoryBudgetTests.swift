import Testing

@testable import TraceFormat

@Suite struct MemoryBudgetTests {
  private static let limit = MemoryLimit(totalBytes: 1000, baseBytes: 100, bytesPerInputByte: 10)

  @Test(arguments: [(0, 100), (1, 110), (90, 1000), (91, 1000), (UInt64.max, 1000)])
  func `what is allowed grows with the input up to a limit`(input: UInt64, allowed: Int) {
    #expect(Self.limit.bytes(forInputBytes: input) == allowed)
  }

  @Test func `a limit without proportion is the same for all`() {
    #expect(MemoryLimit(totalBytes: 7).bytes(forInputBytes: 0) == 7)
    #expect(MemoryLimit.unlimited.bytes(forInputBytes: .max) == .max)
  }

  @Test func `a refused demand takes nothing and is remembered`() throws {
    var budget = MemoryBudget(Self.limit, inputBytes: 2)
    try budget.charge(100, for: "one")
    let failure = #expect(throws: DecodingFailure.self) { try budget.charge(21, for: "two") }
    #expect(
      failure?.memoryDemand
        == MemoryDemand(what: "two", neededBytes: 121, allowedBytes: 120, inputBytes: 2))
    #expect(budget.usedBytes == 100)
    #expect(budget.overrun == failure)
    try budget.charge(20, for: "three")
    #expect(throws: DecodingFailure.self) { try budget.check(1, for: "four") }
    #expect(budget.overrun == failure)
  }

  @Test func `a demand beyond all numbers is refused`() throws {
    var budget = MemoryBudget(Self.limit)
    try budget.charge(100, for: "all")
    #expect(throws: DecodingFailure.self) { try budget.charge(.max, for: "more") }
  }

  @Test func `the refusal says what takes how much and what is allowed`() throws {
    let budget = MemoryBudget(
      MemoryLimit(totalBytes: 1 << 34, baseBytes: 256 << 20, bytesPerInputByte: 0),
      inputBytes: 7748)
    let failure = #expect(throws: DecodingFailure.self) {
      try budget.check(3 << 30, for: "a chunk")
    }
    #expect(
      failure?.code.description
        == "a chunk takes 3072 MiB of memory or more, at most 256 MiB are allowed for 7748 bytes of "
        + "input")
  }
}
