import Synchronization

/// Works through numbered cases on several threads; those with the same media one after the other.
package final class WorkCrew<Group: RandomAccessCollection<Int> & Sendable>: Sendable
where Group.Index == Int {
  private let plan: Mutex<WorkPlan<Group>>
  private let count: Int

  /// A crew for `groups` of cases with the same media, by case number in order.
  ///
  /// - Parameters:
  ///   - groups: the numbers of the cases, by their media.
  ///   - keepsOrder: whether cases are begun in the order of their numbers.
  package init(groups: [Group], keepsOrder: Bool = false) {
    count = groups.reduce(0) { $0 + $1.count }
    plan = Mutex(WorkPlan(groups: groups, keepsOrder: keepsOrder))
  }

  /// Calls `work` with each case, `jobs` at a time, until none is left, or ``stop()`` was called,
  /// or it returns `false`, which ends only the thread that it was called on.
  package func run(
    jobs: Int, concurrently: (_ count: Int, _ work: @Sendable (Int) -> Void) -> Void,
    _ work: @Sendable (WorkPlan<Group>.Item) -> Bool
  ) {
    withoutActuallyEscaping(work) { work in
      concurrently(min(jobs, count)) { _ in
        var group: Int?
        while let item = self.plan.withLock({ $0.next(after: group) }) {
          group = item.group
          guard work(item) else { return }
        }
      }
    }
  }

  /// Begins no further case.
  package func stop() { plan.withLock { $0.stop() } }
}
