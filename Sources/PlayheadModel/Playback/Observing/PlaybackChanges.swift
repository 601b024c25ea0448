/// The changes of a simulated player, paced by a clock.
///
/// ```swift
/// for await change in PlaybackChanges(simulation, clock: ContinuousClock()) {
///   print(change.wallTime.secondsText, change.transition)
/// }
/// ```
///
/// The session begins with the first request for a change, and advances only on request: slow
/// consumers accumulate no backlog. Late consumption does not delay later changes, as all times
/// count from the beginning. The sequence ends with the session, or when the consuming task is
/// cancelled. Each iteration starts from the beginning and yields the same changes.
public struct PlaybackChanges<C: Clock>: AsyncSequence, Sendable where C.Duration == Duration {
  /// The element of the sequence.
  public typealias Element = PlaybackChange
  /// The sequence never fails.
  public typealias Failure = Never

  private let simulation: Simulation
  private let pacing: Pacing<C>?

  /// The changes of `simulation`, paced by `clock`.
  ///
  /// - Parameters:
  ///   - simulation: the session, which may have begun already.
  ///   - clock: the clock for wall time: a `ContinuousClock`, or a test clock.
  ///   - speed: the factor by which wall time is faster than the clock.
  ///
  /// - Precondition: `speed` is positive.
  public init(_ simulation: Simulation, clock: C, speed: Ratio = .one) {
    self.simulation = simulation
    pacing = Pacing(clock, speed: speed)
  }

  /// The changes of `simulation` without pacing.
  public init(_ simulation: Simulation) where C == ContinuousClock {
    self.simulation = simulation
    pacing = nil
  }

  /// An iterator from the beginning of the session.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(simulation, pacing)
  }

  /// An iterator that returns each change at its time.
  public struct AsyncIterator: AsyncIteratorProtocol, Sendable {
    private var simulation: Simulation
    private var pacing: Pacing<C>?
    private var isOver = false
    /// The index of the next input of the latest step, and the remaining changes of the one before.
    private var nextInput = 0
    private var rest = Transitions().makeIterator()

    fileprivate init(_ simulation: Simulation, _ pacing: Pacing<C>?) {
      self.simulation = simulation
      self.simulation.inputs = []
      self.pacing = pacing
    }

    /// The next change, at its time; `nil` after the last, or if the task is cancelled.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async -> PlaybackChange? {
      while !isOver, !Task.isCancelled {
        if let change = nextChange() { return change }
        guard simulation.endReason == nil else { break }
        simulation.inputs = []
        nextInput = 0
        _ = simulation.step()
        let changes = simulation.inputs?.contains { !$0.transitions.isEmpty } ?? false
        guard changes || simulation.endReason != nil else { continue }
        do throws(CancellationError) {
          try await pacing?.wait(until: simulation.player.wallTime)
        } catch {
          break
        }
      }
      isOver = true
      return nil
    }

    /// The next remaining change of the latest step.
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
