package import PlayheadModel

/// The limits beyond which media has a finding, each with where it comes from.
///
/// *Apple* is Apple's HLS Authoring Specification for Apple Devices.
package enum InspectionLimit {
  /// The longest time between key frames.
  ///
  /// YouTube's health check of live streams asks for "a keyframe frequency of four seconds or
  /// less"; Apple recommends 2 s.
  package static let keyframeInterval: MediaTime = .seconds(4)

  /// The longest time between key frames that is no warning.
  ///
  /// It is the default of x264, 250 frames, at 25 frames a second: what a file has that was encoded
  /// without a thought of seeking.
  package static let longKeyframeInterval: MediaTime = .seconds(10)

  /// The most that the longest interval between key frames may be of the mean.
  ///
  /// Scene cuts bring extra key frames, which lower the mean of a regular file; above three, one of
  /// them is missing.
  package static let keyframeIrregularity: Int64 = 3
  /// The interval that is never irregular, as Apple recommends a key frame every 2 s.
  package static let regularKeyframeInterval: MediaTime = .seconds(2)

  /// The most that the peak rate may be of the mean, in percent.
  ///
  /// Apple has "the peak bit rate SHOULD be no more than 200% of the average bit rate" for video on
  /// demand.
  package static let peakPercentage: Int64 = 200
  /// The window of that peak.
  ///
  /// Apple counts segments, which begin with key frames; with one every 2 s, as it recommends, none
  /// is shorter.
  package static let peakWindow: MediaTime = .seconds(2)

  /// The largest interleaving gap.
  ///
  /// FFmpeg's demuxer of MP4 reads on in byte order as long as the next samples of two tracks are
  /// no more than 1 s apart, and seeks beyond (libavformat/mov.c).
  package static let interleavingGap = Presentation.longestSkew
  /// The largest interleaving gap in fragments, as long as the segments that Apple recommends.
  ///
  /// A fragment holds a run of every track, one after the other.
  package static let fragmentGap: MediaTime = .seconds(6)

  /// The largest time between the starts of tracks: hls.js takes a hole of up to 0.1 s for none
  /// (`maxBufferHole`).
  package static let startDistance: MediaTime = .milliseconds(100)

  /// The largest time between the ends of tracks.
  ///
  /// No guidance gives one. Encoders end tracks within a frame of each other, and cameras within a
  /// few; half a second of silence or of a still is noticed.
  package static let endDistance: MediaTime = .milliseconds(500)

  /// The most media that may be hidden: encoders of AAC need up to 2112 samples of priming, 48 ms,
  /// which players hide (Apple, Technical Note 2258).
  package static let hiddenMedia: MediaTime = .milliseconds(100)

  /// The longest hole in a track, as no frame of ordinary video lasts 1 s.
  package static let timestampJump: MediaTime = .seconds(1)

  /// The most by which a header may be off: half a second is noticed, as at the ends of tracks.
  package static let misstatedTime = endDistance

  /// The largest share of frames that may step back in time, in percent: a decoder that is yet to
  /// learn how far frames are reordered emits some too early.
  package static let backwardPercentage = 1

  /// The largest share of a file that tracks which are not played may have, in percent.
  ///
  /// Subtitles and the like stay far below; a second soundtrack does not.
  package static let unusedPercentage: Int64 = 5

  /// The most bytes before the media that are no index: as many as the basic player reads through
  /// rather than send another request.
  package static let header: Int64 = BufferingPolicy.basic.readThrough

  /// The most media that an index may have the bytes of, at the file's mean rate: what the basic
  /// player starts with, so that the index doubles its startup.
  package static let indexLength: MediaTime = .seconds(2)
  /// The longest index that is no warning, as long as the key frame intervals that are none.
  package static let longIndexLength: MediaTime = .seconds(10)

  /// The share of a file that may be neither media, framing nor an index, in percent.
  ///
  /// Broadcast multiplexes leave a few percent of null packets for peaks.
  package static let stuffingPercentage: Int64 = 10

  /// The most places by which a frame may be decoded before its turn.
  ///
  /// Apple's encoder settings for podcasts have 2 or 3 B frames for H.264 and 3 or 4 for HEVC;
  /// twice that has room for a hierarchy of eight.
  package static let reorderedFrames = 8

  /// The highest frame rate, in frames a second: Apple has "frame rates above 60 fps SHALL NOT be
  /// used".
  package static let frameRate: Int64 = 60
}
