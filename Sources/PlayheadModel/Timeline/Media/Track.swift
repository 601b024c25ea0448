/// A track of a media file and what its container says of it.
public struct Track: Hashable, Sendable, Codable, Identifiable {
  /// The track's number, from 0 in the container's order.
  public var id: Int
  /// What it carries.
  public var kind: Kind
  /// The codec's short name, such as `h264`.
  public var codec: String
  /// The codec's profile, such as `High`, where it is known.
  public var profile: String?
  /// The codec as RFC 6381 writes it, such as `avc1.64001f`, where the container tells enough.
  public var codecText: String?
  /// The language tag in the container, where there is one.
  public var language: String?
  /// The average rate that the container states, where it does.
  public var bitRate: BitRate?
  /// The size of a picture in pixels; `nil` unless it is a picture track.
  public var dimensions: Dimensions?
  /// Frames per second on average; `nil` where unknown.
  public var frameRate: Rational?
  /// Audio samples per second; `nil` unless it is an audio track.
  public var sampleRate: Int?
  /// Audio channels; `nil` unless it is an audio track.
  public var channels: Int?
  /// The unit of the timestamps in the container, in seconds.
  public var timeBase: Rational
  /// Whether a player selects this track by default.
  public var isPreferred: Bool
  /// How many samples there are.
  public var sampleCount: Int
  /// How many of them are sync samples.
  public var syncSampleCount: Int
  /// The samples that the container's tables announce; `nil` where it has none.
  package var announced: AnnouncedSamples?
  /// The edit list; `nil` without one.
  package var editList: EditList?
  /// By how many degrees, clockwise, players turn its pictures; `nil` if they do not.
  public var rotation: Int?
  /// The duration in the track's own header, whatever its samples last; `nil` where it has none.
  public var statedDuration: MediaTime?
  /// Where the track's header and tables lie in the file; `nil` where that is unknown.
  public var headerRange: ByteRange?

  /// A track without samples yet.
  package init(
    id: Int, kind: Kind, codec: String, profile: String? = nil, codecText: String? = nil,
    language: String? = nil,
    bitRate: BitRate? = nil, dimensions: Dimensions? = nil, frameRate: Rational? = nil,
    sampleRate: Int? = nil, channels: Int? = nil, timeBase: Rational, isPreferred: Bool,
    sampleCount: Int = 0, syncSampleCount: Int = 0, announced: AnnouncedSamples? = nil,
    editList: EditList? = nil
  ) {
    self.id = id
    self.kind = kind
    self.codec = codec
    self.profile = profile
    self.codecText = codecText
    self.language = language
    self.bitRate = bitRate
    self.dimensions = dimensions
    self.frameRate = frameRate
    self.sampleRate = sampleRate
    self.channels = channels
    self.timeBase = timeBase
    self.isPreferred = isPreferred
    self.sampleCount = sampleCount
    self.syncSampleCount = syncSampleCount
    self.announced = announced
    self.editList = editList
  }

  /// Whether a player plays tracks of this kind; the others are only listed.
  public var isPlayable: Bool { kind == .video || kind == .audio }

  /// What a track carries.
  public enum Kind: String, Hashable, Sendable, Codable {
    /// Moving pictures.
    case video
    /// Sound.
    case audio
    /// Subtitles or captions, as text or as pictures.
    case subtitle
    /// Timed data for programs.
    case data
    /// A single picture, such as the cover of an album.
    case attachedPicture
    /// A file inside the file, such as a font.
    case attachment
    /// What the demuxer does not know.
    case unknown

    /// The kind in words.
    package var words: String { self == .attachedPicture ? "attached picture" : rawValue }
  }

  /// A picture's width and height in pixels.
  public struct Dimensions: Hashable, Sendable, Codable {
    /// Pixels across.
    public var width: Int
    /// Pixels down.
    public var height: Int

    /// A picture of `width` × `height` pixels.
    public init(width: Int, height: Int) {
      self.width = width
      self.height = height
    }
  }
}

/// The samples of a track that its container's tables announce, whether or not the file holds them.
package struct AnnouncedSamples: Hashable, Sendable, Codable {
  /// How many samples there are.
  package var count: Int
  /// From the decode time of the first to the end of the last, by the container's clock.
  package var range: TimeRange
  /// Whether the table lists all samples of the file; those of a fragmented file list only the
  /// fragments that could be read.
  package var isComplete: Bool

  /// An announcement of `count` samples.
  package init(count: Int, range: TimeRange, isComplete: Bool) {
    self.count = count
    self.range = range
    self.isComplete = isComplete
  }
}
