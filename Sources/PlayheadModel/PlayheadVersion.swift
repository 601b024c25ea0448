/// Which Playhead this is.
public enum PlayheadVersion {
  /// The version, by the rules of semver.org.
  public static let text = "0.1.0"
}
