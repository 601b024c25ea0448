package import PlayheadKit

/// A prediction held against the access log of a device.
package struct AccessLogComparison: Hashable, Sendable {
  /// What is compared, and of what is only told.
  package enum Quantity: String, CaseIterable, Hashable, Sendable {
    /// Until the player is ready to play.
    case startup
    /// The number of stalls.
    case stallCount
    /// The media that was watched.
    case watched
    /// The variants, one after the other.
    case variants
    /// Whether any error was logged.
    case errors
    /// The bytes transferred, which include what the log's requests overlap: only told.
    case bytes
  }

  /// The log.
  package var log: AccessLog
  /// What was predicted until the player was ready; `nil` if it never is.
  package var startup: WallTime?
  /// The number of stalls predicted.
  package var stalls: Int
  /// The media predicted to be played.
  package var watched: MediaTime
  /// The bit rates of the variants that are predicted, one after the other.
  package var variants: [BitRate]
  /// The number of segments predicted to fail.
  package var failures: Int
  /// The bytes predicted.
  package var bytes: Int64

  /// `played`, a session of `ladder`, beside `log`.
  package init(_ log: AccessLog, _ played: LadderSession, of ladder: Ladder) {
    self.log = log
    let session = played.session
    startup = session.startup
    stalls = session.stalls.count
    watched = played.played.reduce(.zero) { $0 + $1.range.duration }
    let levels = ladder.lanes[0].levels
    variants = played.segments.filter { $0.lane == 0 }.map { levels[$0.level].bitRate }
      .reduce(into: []) { if $0.last != $1 { $0.append($1) } }
    failures = played.failures.count
    bytes = session.bytesDownloaded
  }

  /// Whether the prediction agrees; `nil` where the log does not say, or the quantity is only told.
  package func agrees(_ quantity: Quantity) -> Bool? {
    switch quantity {
    case .startup: log.startup.map { AgreementTolerance.startup.accepts(startup, for: [$0]) }
    case .stallCount: log.stalls.map { Int64(stalls) == $0 }
    case .watched: log.watched.map { max($0 - watched, watched - $0) <= .milliseconds(500) }
    case .variants: log.variants.isEmpty ? nil : variants == log.variants
    case .errors: (failures > 0) == !log.problems.isEmpty
    case .bytes: nil
    }
  }

  /// Whether nothing differs.
  package var agrees: Bool { Quantity.allCases.allSatisfy { agrees($0) ?? true } }
}
