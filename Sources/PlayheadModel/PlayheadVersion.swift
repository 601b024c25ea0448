/// Which Playhead this is.
package enum PlayheadVersion {
  /// The version, by the rules of semver.org.
  package static let text = "0.1.0"
  /// The version of the rules by which sessions are played: another one may give another session of
  /// the same scenario.
  package static let rules = 1
}
