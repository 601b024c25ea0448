/// What is missing from a media file, and what of it cannot be decoded.
///
/// A file is damaged if it does not hold what its own container announces, or if decoding, where it
/// was asked for, finds no intact frame for something that is shown. Without decoding only the
/// former can be seen. Tracks of video and audio count, played or not; of what is decoded, the
/// tracks played.
///
/// What containers announce differs. MP4 lists every sample. Matroska, FLV and WAV state a
/// duration, which muxers round, so that up to ``roundedTime`` is no loss. The boxes, segments,
/// chunks, pages or packets of most others than FLV show a file that ends inside one. A transport
/// stream that ends between two packets announces nothing that is missing. Timestamps that jump or
/// start over are not damage.
public struct MediaDamage: Hashable, Sendable, Codable {
  /// What is wrong with one track.
  public struct Track: Hashable, Sendable, Codable {
    /// The track's number.
    public var number: Int
    /// What it carries.
    public var kind: PlayheadModel.Track.Kind
    /// How many samples the container's tables announce; `nil` where it has none.
    public var announcedSamples: Int?
    /// How many of them are not in the file at all.
    public var missingSamples: Int
    /// The media time from the end of the last sample in the file to that of the last announced.
    public var missingTime: MediaTime
    /// Whether the file ends within the track's last sample.
    public var isLastSampleCut: Bool
    /// The media time at which the samples in the file end.
    public var end: MediaTime
    /// The stretches of media time without an intact decoded frame, in order; `nil` if
    /// the track was not decoded.
    public var undecodable: [TimeRange]?
  }

  /// A track that was to be decoded and was not.
  public struct UndecodedTrack: Hashable, Sendable, Codable {
    /// The track's number.
    public var number: Int
    /// What it carries.
    public var kind: PlayheadModel.Track.Kind
    /// The codec's short name.
    public var codec: String
    /// Why it was not decoded.
    package var reason: DecodingReport.Undecoded
  }

  /// A duration that the container states and the file falls short of.
  public struct Shortfall: Hashable, Sendable, Codable {
    /// The duration that the container states, in media time.
    public var announced: MediaTime
    /// How much of it the file holds, in media time.
    public var held: MediaTime
  }

  /// The segments of a level that are missing or have nothing to show.
  public struct Level: Hashable, Sendable, Codable {
    /// The level, as reports call it.
    public var name: String
    /// How many segments it has.
    public var segments: Int
    /// How many of them are missing or have nothing to show.
    public var missingSegments: Int
    /// The media time of these.
    public var missingTime: MediaTime
    /// Where the first of these begins.
    public var start: MediaTime
    /// What is wrong with the first of these.
    public var reason: String

    /// A level of the values given.
    public init(
      name: String, segments: Int, missingSegments: Int, missingTime: MediaTime, start: MediaTime,
      reason: String
    ) {
      self.name = name
      self.segments = segments
      self.missingSegments = missingSegments
      self.missingTime = missingTime
      self.start = start
      self.reason = reason
    }
  }

  /// Where the demuxer gave up before the end of the file, and why; `nil` if it did not.
  public var interruption: ReadingInterruption?
  /// The size of the file, in bytes.
  public var bytes: Int64
  /// The size that the container's structure announces, in bytes, where the file is smaller; else
  /// `nil`.
  public var announcedBytes: Int64?
  /// The duration that the file falls short of; `nil` if it does not, or if tables announce every
  /// sample, which says more.
  public var shortfall: Shortfall?
  /// The tracks with anything missing or undecodable, by number.
  public var tracks: [Track]
  /// Whether any track was decoded.
  public var isDecoded: Bool
  /// The tracks that were to be decoded and were not, by number; `nil` if there are none.
  public var undecodedTracks: [UndecodedTrack]?
  /// The levels with missing segments, in order; `nil` of a file.
  public var levels: [Level]?

  /// Damage of the parts given.
  public init(
    interruption: ReadingInterruption? = nil, bytes: Int64 = 0, announcedBytes: Int64? = nil,
    shortfall: Shortfall? = nil,
    tracks: [Track] = [], isDecoded: Bool = false, undecodedTracks: [UndecodedTrack]? = nil,
    levels: [Level]? = nil
  ) {
    self.interruption = interruption
    self.bytes = bytes
    self.announcedBytes = announcedBytes
    self.shortfall = shortfall
    self.tracks = tracks
    self.isDecoded = isDecoded
    self.undecodedTracks = undecodedTracks
    self.levels = levels
  }

  /// No damage of media that was not decoded.
  public static let none = MediaDamage()

  /// A stated duration may exceed what is there by this much media time: containers round it, and
  /// some count what is not shown.
  public static let roundedTime: MediaTime = .seconds(1)

  /// Whether anything is missing or undecodable.
  public var isDamaged: Bool {
    interruption != nil || announcedBytes != nil || shortfall != nil || !tracks.isEmpty
      || levels?.isEmpty == false
  }

  /// Whether the media is damaged; `nil` if nothing is missing and some of it was not decoded, so
  /// that nobody knows.
  public var verdict: Bool? {
    isDamaged ? true : isDecoded && undecodedTracks == nil ? false : nil
  }

  /// How many samples of video and audio the container's tables announce and the file does not
  /// hold.
  ///
  /// A sample that the file holds in part counts as held. It is 0 in containers without such a
  /// table.
  public var missingSamples: Int { tracks.reduce(0) { $0 + $1.missingSamples } }

  /// The media time that the container announces and the file does not hold.
  ///
  /// It is that of the track which lacks most by its table, or what is missing from a stated
  /// duration, or that of the level which lacks most segments, and 0 where nothing is announced.
  public var missingTime: MediaTime {
    let stated = shortfall.map { $0.announced - $0.held } ?? .zero
    return (tracks.map(\.missingTime) + (levels ?? []).map(\.missingTime)).reduce(stated, max)
  }

  /// The media time in which at least one decoded track shows nothing, or only a damaged frame;
  /// `nil` if nothing was decoded, or if none is known and a track was not decoded.
  public var undecodableTime: MediaTime? {
    guard isDecoded else { return nil }
    var times = TimeRangeSet()
    for range in tracks.flatMap({ $0.undecodable ?? [] }) { times.insert(range) }
    let time = times.ranges.reduce(MediaTime.zero) { $0 + $1.duration }
    return time == .zero && undecodedTracks != nil ? nil : time
  }

  /// The damage as seen without decoding.
  package var withoutDecoding: MediaDamage {
    var damage = self
    (damage.isDecoded, damage.undecodedTracks) = (false, nil)
    for number in tracks.indices { damage.tracks[number].undecodable = nil }
    damage.tracks.removeAll { $0.missingSamples == 0 && !$0.isLastSampleCut }
    return damage
  }

  /// The first media time at which something is missing or undecodable; `nil` if nothing is, or if
  /// it is not known.
  public var start: MediaTime? {
    let ends = tracks.filter { $0.missingSamples > 0 || $0.isLastSampleCut }.map(\.end)
    let undecodable = tracks.compactMap { $0.undecodable?.first?.start }
    let segments = (levels ?? []).map(\.start)
    return (ends + undecodable + segments + [shortfall?.held].compactMap(\.self)).min()
  }
}
