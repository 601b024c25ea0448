package import PlayheadKit

/// A small picture of a key frame.
package struct KeyPicture: Hashable, Sendable {
  /// When its frame is shown, on the clock on which pictures were asked for.
  package var time: MediaTime
  /// The picture, as JPEG.
  package var jpeg: [UInt8]

  /// The picture `jpeg` of the frame that is shown at `time`.
  package init(time: MediaTime, jpeg: [UInt8]) {
    self.time = time
    self.jpeg = jpeg
  }
}

/// Why there are no pictures of media.
package enum NoPictures: String, Hashable, Sendable, Codable, Error {
  /// Its samples are encrypted.
  case encrypted
  /// FFmpeg has no decoder for its codec.
  case noDecoder
  /// The decoder of its codec may not run here.
  case notAllowed
  /// No key frame decodes.
  case undecodable
  /// The process that decodes it crashed, or took more than it may.
  case crashed
  /// It comes from standard input or another pipe, which is read once.
  case pipe
  /// It is at a URL.
  case distant
  /// Nothing is to be decoded.
  case notWanted
  /// There is no media, only sizes of segments.
  case noMedia

  init(_ reason: DecodingReport.Undecoded) {
    switch reason {
    case .encrypted: self = .encrypted
    case .noDecoder: self = .noDecoder
    case .notAllowed: self = .notAllowed
    }
  }

  /// The reason, as a clause.
  package var words: String {
    switch self {
    case .encrypted: "the video is encrypted"
    case .noDecoder: "FFmpeg has no decoder for the video"
    case .notAllowed: "the video's decoder may not run here"
    case .undecodable: "no key frame decodes"
    case .crashed: "the process that decodes them crashed or reached its limits"
    case .pipe: "the media came through a pipe, which is read once"
    case .distant: "of media at URLs, none are decoded"
    case .notWanted: "nothing is decoded with --decode none"
    case .noMedia: "segment sizes come without media"
    }
  }
}

/// Which key frames of a video track are wanted, and how large.
struct KeyPictureRequest: Codable, Hashable {
  /// The number of the track; `nil` for the best one.
  var track: Int?
  /// When, in nanoseconds, in order: of each time the last key frame before it.
  var times: [Int64]
  /// Whether these count from the first picture; else they are the container's.
  var isRelative: Bool
  /// Whether the file is searched for them; else it is read from its beginning.
  var seeks: Bool
  /// The size that pictures fit into, in pixels.
  var (width, height): (Int, Int) = (160, 90)
  /// Whether pixels are wanted instead of JPEG, of the frame that is shown at the time rather than
  /// of the key frame before it.
  var wantsFrames = false

  /// More pictures than this are never asked for at once.
  static let mostPictures = 256
  /// The most bytes of one picture.
  static let mostBytes = 64 << 10
  /// No frame is larger than this, in pixels along each side.
  static let largestFrame = 1024

  init(track: Int?, times: [Int64], isRelative: Bool, seeks: Bool) {
    self.track = track
    self.times = times
    self.isRelative = isRelative
    self.seeks = seeks
  }
}

/// The pictures that were wanted, or why there are none.
struct KeyPictureAnswer: Codable, Hashable {
  /// A picture and when it is shown, in nanoseconds, on the clock of the request.
  struct Picture: Codable, Hashable {
    /// For which of the times it is.
    var place: Int
    var time: Int64
    var jpeg: [UInt8]
    /// The frame, where that is wanted instead.
    var frame: FramePicture?
  }

  var pictures: [Picture] = []
  var refusal: NoPictures?

  /// Whether it can be the answer to `request`, as what a hostile process sends may not be.
  func isPlausible(for request: KeyPictureRequest) -> Bool {
    pictures.count <= request.times.count
      && pictures.allSatisfy { picture in
        request.times.indices.contains(picture.place)
          && MediaTime(nanoseconds: picture.time).nanoseconds.magnitude
            <= MediaTime.bound.nanoseconds.magnitude
          && (request.wantsFrames
            ? picture.frame.map { $0.isPlausible(for: request) } ?? false
            : picture.jpeg.count <= KeyPictureRequest.mostBytes
              && picture.jpeg.starts(with: [0xFF, 0xD8, 0xFF]))
      }
  }
}
