/// The changes of a simulated player, each at its time on a clock.
///
/// ```swift
/// for await change in PlaybackChanges(simulation, clock: ContinuousClock()) {
///   print(change.wallTime.secondsText, change.transition)
/// }
/// ```
///
/// The session begins as the first change is asked for, and goes on only as more are: nothing piles
/// up if they are taken slowly. Changes taken late are not late for good, as their times count from
/// the beginning. The sequence ends when the session does, or when the task that takes the changes
/// is cancelled. It can be gone through more than once, each time from the start and with the same
/// changes.
public struct PlaybackChanges<C: Clock>: AsyncSequence, Sendable where C.Duration == Duration {
  /// What the sequence gives.
  public typealias Element = PlaybackChange
  /// The sequence never fails.
  public typealias Failure = Never

  private let simulation: Simulation
  private let pacing: Pacing<C>?

  /// The changes of `simulation`, paced by `clock`.
  ///
  /// - Parameters:
  ///   - simulation: the session, which may have begun already.
  ///   - clock: what wall time runs on: a `ContinuousClock`, or a clock of a test.
  ///   - speed: how much faster than the clock wall time runs.
  ///
  /// - Precondition: `speed` is positive.
  public init(_ simulation: Simulation, clock: C, speed: Ratio = Ratio(millionths: 1_000_000)) {
    self.simulation = simulation
    pacing = Pacing(clock, speed: speed)
  }

  /// The changes of `simulation` as fast as they are taken.
  public init(_ simulation: Simulation) where C == ContinuousClock {
    self.simulation = simulation
    pacing = nil
  }

  /// A walk through the changes from the start.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(simulation, pacing)
  }

  /// Walks through changes as their times come.
  public struct AsyncIterator: AsyncIteratorProtocol, Sendable {
    private var simulation: Simulation
    private var pacing: Pacing<C>?
    private var isOver = false
    /// Which of the inputs of the latest step is next, and what is left to tell of the one before.
    private var nextInput = 0
    private var rest = Transitions().makeIterator()

    fileprivate init(_ simulation: Simulation, _ pacing: Pacing<C>?) {
      self.simulation = simulation
      self.simulation.inputs = []
      self.pacing = pacing
    }

    /// The next change, once its time has come; `nil` after the last, or if the task is cancelled.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async -> PlaybackChange? {
      while !isOver, !Task.isCancelled {
        if let change = nextChange() { return change }
        guard simulation.endReason == nil else { break }
        simulation.inputs = []
        nextInput = 0
        _ = simulation.step()
        guard simulation.inputs?.isEmpty == false || simulation.endReason != nil else { continue }
        do throws(CancellationError) {
          try await pacing?.wait(until: simulation.player.wallTime)
        } catch {
          break
        }
      }
      isOver = true
      return nil
    }

    /// What is left to tell of the latest step.
    private mutating func nextChange() -> PlaybackChange? {
      guard let inputs = simulation.inputs else { return nil }
      while true {
        if let transition = rest.next() {
          return PlaybackChange(transition, of: inputs[nextInput - 1].player)
        }
        guard nextInput < inputs.count else { return nil }
        rest = inputs[nextInput].transitions.makeIterator()
        nextInput += 1
      }
    }
  }
}
