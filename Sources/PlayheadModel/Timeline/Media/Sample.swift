/// One access unit as the container delivers it: 48 bytes, whatever it describes.
public struct Sample: Hashable, Sendable, BitwiseCopyable {
  /// The offset of the first byte, in bytes.
  public var offset: Int64
  /// The read position, in bytes, at which a demuxer that reads straight on has the whole sample.
  ///
  /// This is past `offset + size` in containers that mark the end of a sample only by what follows.
  public var needs: Int64
  private var presentation: Int64
  private var decode: Int64
  /// How long it is shown, in media time; zero if the container does not say.
  public var duration: MediaTime
  /// The size of the sample itself in bytes, without the container's framing.
  public var size: UInt32
  /// The number of its track.
  public var track: UInt16
  /// What is particular to it.
  package var flags: Flags

  /// A sample of track `track`.
  package init(
    track: UInt16, offset: Int64, size: UInt32, needs: Int64, presentationTime: MediaTime?,
    decodeTime: MediaTime?, duration: MediaTime, flags: Flags
  ) {
    self.track = track
    self.offset = offset
    self.size = size
    self.needs = needs
    self.presentation = presentationTime?.nanoseconds ?? Self.none
    self.decode = decodeTime?.nanoseconds ?? Self.none
    self.duration = duration
    self.flags = flags
  }

  /// Stands for "no timestamp" in memory; no valid time reaches it (``Time/bound``).
  private static let none = Int64.min

  /// When it is shown, in media time by the container's clock; `nil` if nothing says so.
  public var presentationTime: MediaTime? {
    get { presentation == Self.none ? nil : MediaTime(nanoseconds: presentation) }
    set { presentation = newValue?.nanoseconds ?? Self.none }
  }

  /// When it is decoded, in media time by the container's clock; `nil` if nothing says so.
  public var decodeTime: MediaTime? {
    get { decode == Self.none ? nil : MediaTime(nanoseconds: decode) }
    set { decode = newValue?.nanoseconds ?? Self.none }
  }

  /// Whether decoding can begin here.
  public var isSync: Bool { flags.contains(.sync) }

  /// Whether it is shown; encoder priming and what an edit list cuts are only decoded.
  public var isShown: Bool { !flags.contains(.discarded) && presentation != Self.none }

  /// Marks of a sample.
  package struct Flags: OptionSet, Hashable, Sendable, BitwiseCopyable {
    /// The marks as bits.
    package var rawValue: UInt16

    /// The marks in `rawValue`.
    package init(rawValue: UInt16) {
      self.rawValue = rawValue
    }

    /// A sync sample: decoding can begin here.
    package static let sync = Flags(rawValue: 1 << 0)
    /// Decoded, but not shown.
    package static let discarded = Flags(rawValue: 1 << 1)
    /// The container found the sample damaged or cut short.
    package static let corrupt = Flags(rawValue: 1 << 2)
    /// The container does not say where the sample begins; `offset` is that of the one before it.
    package static let positionUnknown = Flags(rawValue: 1 << 3)
  }
}
