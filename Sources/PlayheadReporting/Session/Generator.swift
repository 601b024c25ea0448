/// The program that made a report, so that a later run can tell whether it is the same one.
public struct Generator: Hashable, Sendable {
  /// The version of Playhead.
  public var version: String
  /// The libraries that read the media, each with its version: `libavformat 59.27.100`.
  public var libraries: [String]

  /// A generator of the versions given.
  public init(version: String, libraries: [String]) {
    self.version = version
    self.libraries = libraries
  }
}
