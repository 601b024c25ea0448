extension ProgressBar {
  /// The colours of a bar's layers; `nil` is the terminal's own.
  public struct Colors: Hashable, Sendable {
    /// What is not loaded, passed over or not.
    public var track: Color?
    /// What is loaded behind the playhead.
    public var buffer: Color?
    /// What is played.
    public var progress: Color?
    /// The playhead.
    public var thumb: Color?

    /// The colours given.
    public init(
      track: Color? = nil, buffer: Color? = nil, progress: Color? = nil, thumb: Color? = nil
    ) {
      self.track = track
      self.buffer = buffer
      self.progress = progress
      self.thumb = thumb
    }

    /// Cyan for what is played, grey for the rest, which can be told on light and dark ground.
    public static let standard = Colors(track: .gray, buffer: .gray, progress: .cyan)
  }

  /// One of the sixteen colours that every terminal with colour has.
  public enum Color: UInt8, Hashable, Sendable, CaseIterable {
    /// The plain colours.
    case black = 30
    case red, green, yellow, blue, magenta, cyan, white
    /// Bright black and the other bright colours.
    case gray = 90
    case brightRed, brightGreen, brightYellow, brightBlue, brightMagenta, brightCyan, brightWhite
  }
}
