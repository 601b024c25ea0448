package import PlayheadKit

/// How far a prediction may be from what real players do.
///
/// A second run of a player differs from the first by about as much.
package struct AgreementTolerance: Hashable, Sendable {
  /// What is always permitted.
  package var time: WallTime
  /// What is permitted of the real time, in thousandths.
  package var share: Int64

  /// Of the startup: 150 ms or 10 %.
  package static let startup = AgreementTolerance(time: .milliseconds(150), share: 100)
  /// Of the time that all stalls take: 300 ms or 10 %.
  package static let stalled = AgreementTolerance(time: .milliseconds(300), share: 100)

  package init(time: WallTime, share: Int64) {
    self.time = time
    self.share = share
  }

  /// Whether `predicted` is as near as that to one of `real`, or between two of them.
  package func accepts(_ predicted: WallTime?, for real: [WallTime?]) -> Bool {
    let times = real.compactMap(\.self)
    guard let predicted else { return times.count < real.count }
    guard let least = times.min(), let most = times.max() else { return false }
    return predicted >= least - margin(of: least) && predicted <= most + margin(of: most)
  }

  private func margin(of real: WallTime) -> WallTime {
    let (product, overflows) = real.nanoseconds.multipliedReportingOverflow(by: share)
    return max(time, overflows ? real : WallTime(nanoseconds: product / 1000))
  }
}
