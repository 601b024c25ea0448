extension ProgressBar {
  /// The colours of a bar's layers; `nil` is the terminal's own.
  public struct Colors: Hashable, Sendable {
    /// What is not loaded, passed over or not.
    public var track: Color?
    /// Whether it is also drawn faint.
    public var isTrackDim: Bool
    /// What is loaded behind the playhead.
    public var buffer: Color?
    /// What is played.
    public var progress: Color?
    /// The playhead.
    public var thumb: Color?

    /// The colours given.
    public init(
      track: Color? = nil, isTrackDim: Bool = false, buffer: Color? = nil, progress: Color? = nil,
      thumb: Color? = nil
    ) {
      self.isTrackDim = isTrackDim
      self.track = track
      self.buffer = buffer
      self.progress = progress
      self.thumb = thumb
    }

    /// Cyan for what is played, blue for what is loaded, and the terminal's own colour, faint, for
    /// the rest, which can be told on light and dark ground.
    ///
    /// There is no grey in it, as some themes have that for the ground.
    public static let standard = Colors(isTrackDim: true, buffer: .blue, progress: .cyan)
  }

  /// One of the sixteen colours that every terminal with colour has.
  public enum Color: UInt8, Hashable, Sendable, CaseIterable {
    /// The terminal's black.
    case black = 30
    /// The terminal's red.
    case red = 31
    /// The terminal's green.
    case green = 32
    /// The terminal's yellow.
    case yellow = 33
    /// The terminal's blue.
    case blue = 34
    /// The terminal's magenta.
    case magenta = 35
    /// The terminal's cyan.
    case cyan = 36
    /// The terminal's white.
    case white = 37
    /// Bright black, which is a dark grey.
    case gray = 90
    /// The brighter red.
    case brightRed = 91
    /// The brighter green.
    case brightGreen = 92
    /// The brighter yellow.
    case brightYellow = 93
    /// The brighter blue.
    case brightBlue = 94
    /// The brighter magenta.
    case brightMagenta = 95
    /// The brighter cyan.
    case brightCyan = 96
    /// The brighter white.
    case brightWhite = 97
  }
}
