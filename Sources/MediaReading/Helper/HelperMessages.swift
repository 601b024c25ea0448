import PlayheadKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What a process is to read, and how.
struct ReadingRequest: Codable {
  /// A name with the file's extension.
  var name: String
  /// The size of the file, in bytes.
  var size: Int64
  var mode: String
  var tracks: [Int]?
  var cores: Int
  var limits: ReadingLimits
  /// Whether bytes have to be fetched, which takes a round trip wherever they are.
  var isDistant: Bool
  /// Whether somebody wants FFmpeg's messages.
  var wantsLog: Bool
  /// Where earlier processes crashed on the same file.
  var crashes: [ReadingTrace.Place]
  var isSequential: Bool
  /// The pictures that are wanted; `nil` for the index and what decoding finds.
  var pictures: KeyPictureRequest?

  /// Has what encodes and decodes messages built what it builds on first use.
  ///
  /// A process that waits for a request has the time for that; when it has one, somebody waits.
  static func prepare() {
    let request = ReadingRequest(
      name: "", size: 0, mode: "", tracks: nil, cores: 1, limits: ReadingLimits(), isDistant: false,
      wantsLog: false, crashes: [], isSequential: false)
    guard let message = try? JSONEncoder().encode(request) else { return }
    _ = try? JSONDecoder().decode(ReadingRequest.self, from: message)
  }
}

/// Why a process could not read a file: ``MediaReadingError`` without the file's name.
enum ReadingRefusal: Codable {
  case notMedia(String)
  case playlist(String)
  case track(Int, String)
  case nothingShown
  case picture(track: Int, Track.Dimensions, limit: Track.Dimensions)
  case samples(limit: Int)
  case inputOutput(Int64, String)
  case shortOfMemory
  case noLibraries(String)
  case noAnswer

  init(_ error: MediaReadingError) {
    self =
      switch error {
      case .notMedia(_, let reason): .notMedia(reason)
      case .playlist(_, let format): .playlist(format)
      case .track(_, let number, let reason): .track(number, reason)
      case .nothingShown: .nothingShown
      case .inputOutput(_, let offset, let reason): .inputOutput(offset, reason)
      case .exceeds(_, .picture(let track, let size, let limit)):
        .picture(track: track, size, limit: limit)
      case .exceeds(_, .samples(let limit)): .samples(limit: limit)
      case .resources(_, let reason) where reason == FFmpegLibraries.failure: .noLibraries(reason)
      case .exceeds, .resources: .shortOfMemory
      case .unreadable, .download, .interrupted, .crashed, .noAnswer: .noAnswer
      }
  }

  /// The error for the file called `name`, which is read within `limits`.
  func error(name: String, limits: ReadingLimits) -> MediaReadingError {
    switch self {
    case .notMedia(let reason): .notMedia(name: name, reason: reason.short)
    case .playlist(let format): .playlist(name: name, format: format.short)
    case .track(let number, let reason): .track(name: name, number: number, reason: reason.short)
    case .nothingShown: .nothingShown(name: name)
    case .picture(let track, let size, let limit):
      .exceeds(name: name, .picture(track: track, size, limit: limit))
    case .samples(let limit): .exceeds(name: name, .samples(limit: limit))
    case .inputOutput(let offset, let reason):
      .inputOutput(name: name, offset: offset, reason: reason.short)
    case .shortOfMemory: .exceeds(name: name, .memory(limit: limits.memory))
    case .noLibraries(let reason): .resources(name: name, reason: reason.short)
    case .noAnswer: .noAnswer(name: name, reason: "the process that reads it gave no answer")
    }
  }
}

/// What a process found of a file but for the samples.
struct ReadingFacts: Codable {
  var mode: String
  var index: IndexFacts
  var bytesRead: Int64
  /// Whether a demuxer's order of samples follows them.
  var hasOrder: Bool

  init(_ reading: MediaReading, mode: DecodeMode) {
    self.mode = mode.rawValue
    index = IndexFacts(reading.index, reading.decoding)
    bytesRead = reading.indexBytesRead
    hasOrder = reading.index.demuxerOrder != nil
  }

  /// The reading of the file called `name` that these facts, `samples` and their order are of;
  /// `nil` if they contradict themselves, as what a hostile process sends may.
  func reading(
    name: String, bytes: Int64, samples: [Sample], order: [UInt32]?
  ) -> (MediaReading, DecodeMode)? {
    guard let mode = DecodeMode(rawValue: mode), mode != .auto, index.isPlausible(bytes: bytes),
      Self.arePlausible(samples, tracks: index.tracks.count),
      order.map({ Self.isPermutation($0, of: samples.count) }) ?? true
    else { return nil }
    var complete = index.index(of: name, bytes: bytes, samples: samples, demuxerOrder: order)
    complete.container = complete.container.short
    complete.interruption?.reason = index.interruption?.reason.short ?? ""
    return (
      MediaReading(
        index: complete, decoding: index.decoding, indexBytesRead: max(0, bytesRead)), mode
    )
  }

  private static func arePlausible(_ samples: [Sample], tracks: Int) -> Bool {
    var before: Int64 = 0
    for sample in samples {
      guard Int(sample.track) < tracks, sample.needs >= before,
        (0...MediaTime.bound.nanoseconds).contains(sample.offset),
        sample.needs <= MediaTime.bound.nanoseconds, sample.duration >= .zero,
        sample.duration.isPlausible, sample.presentationTime?.isPlausible ?? true,
        sample.decodeTime?.isPlausible ?? true
      else { return false }
      before = sample.needs
    }
    return true
  }

  private static func isPermutation(_ order: [UInt32], of count: Int) -> Bool {
    guard order.count == count else { return false }
    var isSeen = [Bool](repeating: false, count: count)
    for place in order {
      guard Int(place) < count, !isSeen[Int(place)] else { return false }
      isSeen[Int(place)] = true
    }
    return true
  }
}

extension IndexFacts {
  /// Whether they can be those of a file of `bytes` bytes.
  fileprivate func isPlausible(bytes: Int64) -> Bool {
    func isWithin(_ range: ByteRange) -> Bool {
      0 <= range.lowerBound && range.lowerBound <= range.upperBound && range.upperBound <= bytes
    }
    func isNumber(_ number: Int?) -> Bool { (0...Int(Int32.max)).contains(number ?? 0) }
    func isPlausible(_ track: Track) -> Bool {
      isNumber(track.dimensions?.width) && isNumber(track.dimensions?.height)
        && isNumber(track.sampleRate) && isNumber(track.channels) && isNumber(track.sampleCount)
        && isNumber(track.syncSampleCount) && isNumber(track.announced?.count)
        && track.announced?.range.isPlausible ?? true && track.editList?.isPlausible ?? true
        && track.statedDuration?.isPlausible ?? true
        && track.headerRange.map(isWithin) ?? true && (1..<360).contains(track.rotation ?? 1)
    }
    return announcedDuration?.isPlausible ?? true && announcedBytes ?? 0 >= 0
      && (containerIndexes ?? []).allSatisfy { isWithin($0.range) }
      && (0...bytes).contains(fragmentation?.listedEnd ?? 0)
      && fragmentation?.listedTimes?.isPlausible ?? true
      && openingReads.allSatisfy(isWithin) && interruption?.offset ?? 0 >= 0
      && tracks.count <= Int(UInt16.max) && tracks.indices.allSatisfy { tracks[$0].id == $0 }
      && tracks.allSatisfy(isPlausible)
      && wrongTimestamps.allSatisfy { tracks.indices.contains($0.track) }
      && (decoding?.tracks ?? []).allSatisfy { report in
        tracks.indices.contains(report.track) && isNumber(report.frames)
          && report.undecodable.allSatisfy(\.isPlausible) && report.crash?.isPlausible ?? true
      }
  }
}

extension EditList {
  fileprivate var isPlausible: Bool {
    count >= edits.count && edits.count <= Self.maximumEdits
      && edits.allSatisfy {
        $0.duration >= .zero && $0.duration.isPlausible && $0.mediaTime?.isPlausible ?? true
      }
  }
}

extension MediaTime {
  fileprivate var isPlausible: Bool { nanoseconds.magnitude <= Self.bound.nanoseconds.magnitude }
}

extension TimeRange {
  fileprivate var isPlausible: Bool { start <= end && start.isPlausible && end.isPlausible }
}

extension String {
  /// At most as much as an error has room for.
  fileprivate var short: String { String(prefix(300)) }
}
