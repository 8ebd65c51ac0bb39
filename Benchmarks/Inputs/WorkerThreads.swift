import Foundation

/// Threads that run tasks beside the pool that Swift makes for them.
///
/// The library that runs the benchmarks waits for an asynchronous one with a semaphore, on a thread of that
/// pool, which has as many threads as there are processors: what runs there is short of one. These threads
/// are as many as are asked for, as the pool is for a command.
public final class WorkerThreads: TaskExecutor {
  private let jobs = JobQueue()

  public init(count: Int) {
    for _ in 0..<count {
      Thread.detachNewThread { [jobs] in
        // The executor lives as long as the process.
        while true { jobs.runNext(on: self.asUnownedTaskExecutor()) }
      }
    }
  }

  public func enqueue(_ job: consuming ExecutorJob) { jobs.add(UnownedJob(job)) }
}

/// Jobs in the order in which they came.
private final class JobQueue: @unchecked Sendable {
  private let condition = NSCondition()
  /// Guarded by the condition.
  private var jobs: [UnownedJob] = []

  func add(_ job: UnownedJob) {
    condition.withLock {
      jobs.append(job)
      condition.signal()
    }
  }

  /// Waits for a job and runs it.
  func runNext(on executor: UnownedTaskExecutor) {
    let job = condition.withLock {
      while jobs.isEmpty { condition.wait() }
      return jobs.removeFirst()
    }
    job.runSynchronously(on: executor)
  }
}
