import PlayheadKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The file format of a cached survey: a magic number, the length of the facts, the facts as JSON,
/// columns of numbers as in memory, and a digest of everything before it.
///
/// Samples are not kept: the curves made of them are what sessions need, and smaller. Only the
/// machine that wrote the file reads it, so columns need no translation. A file from another
/// machine fails the check of the magic number or of the digest, and counts as missing.
struct CacheEntry {
  /// Everything but the columns.
  private struct Facts: Codable {
    var key: CacheKey
    var name: String
    var bytes: Int64
    var index: IndexFacts
    var fileDigest: String?
    var indexDigest: String?
    var extents: [TrackExtent]
    var peakRates: PeakRates
    var keyframeIntervals: [KeyframeInterval]
    var timestampRestarts: [TimestampRestarts]
    var damage: MediaDamage
    var playedTracks: [Int]
    var origin: MediaTime
    var duration: MediaTime
    var loading: [LoadingFacts]
    var wantedEnd: Int64
    /// The loading in the order of the demuxer; empty if that is byte order.
    var demuxedLoading: [LoadingFacts]
    var sampleDistance: Int64
  }

  /// A track's loading curve but for its steps.
  private struct LoadingFacts: Codable {
    var track: Int
    var beginning: MediaTime
    var firstSampleEnd: Int64
    var hasDecodeTimes: Bool
    var hasLength: Bool
    var syncNeeds: [Int64]?
    var steps: Int
    var frames: FrameFacts?

    init(_ loading: TrackLoading) {
      track = loading.track
      beginning = loading.curve.beginning
      firstSampleEnd = loading.firstSampleEnd.bytes
      hasDecodeTimes = loading.hasDecodeTimes
      hasLength = loading.hasLength
      syncNeeds = loading.syncNeeds?.map(\.bytes)
      steps = loading.curve.steps.count
      frames = loading.frames.map(FrameFacts.init)
    }
  }

  /// The frames of a video track but for their needs and times.
  private struct FrameFacts: Codable {
    var reorderDepth: Int
    var decodeLead: MediaTime
    var count: Int
    var beginning: MediaTime
    var times: Int
    var end: MediaTime
    var outputs: Int?

    init(_ frames: FrameOrder) {
      reorderDepth = frames.reorderDepth
      decodeLead = frames.decodeLead
      count = frames.needs.count
      beginning = frames.ends[0]
      times = frames.times.times.count
      end = frames.times.end
      outputs = frames.outputs?.count
    }
  }

  /// The magic number; it differs with the byte order and the sizes of what columns hold.
  private static let mark: [UInt8] = {
    var mark = Array("PLAYHEAD".utf8)
    let layout =
      UInt64(0x0102_0304_0500_0000) + UInt64(MemoryLayout<ReadRange>.stride) << 16
      + UInt64(MemoryLayout<PositionCurve.Step>.stride) << 8
      + UInt64(MemoryLayout<MediaTime>.stride)
    unsafe Swift.withUnsafeBytes(of: layout) { unsafe mark.append(contentsOf: $0) }
    return mark
  }()

  private static let digestBytes = 16

  /// The parts of the file for `survey`, in order.
  static func parts(of survey: MediaSurvey, key: CacheKey) throws -> [[UInt8]] {
    let media = survey.media
    let (index, presentation) = (media.index, media.presentation)
    let rendition = presentation.rendition
    let demuxed = presentation.demuxed
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let facts = try encoder.encode(
      Facts(
        key: key, name: index.name, bytes: index.bytes, index: IndexFacts(index, media.decoding),
        fileDigest: survey.digest, indexDigest: media.indexDigest, extents: media.extents,
        peakRates: media.peakRates, keyframeIntervals: media.keyframeIntervals,
        timestampRestarts: media.timestampRestarts, damage: media.damage,
        playedTracks: presentation.tracks, origin: presentation.origin,
        duration: presentation.duration,
        loading: rendition.trackLoading.map(LoadingFacts.init),
        wantedEnd: rendition.wantedBytes.end.bytes,
        demuxedLoading: demuxed?.trackLoading.map(LoadingFacts.init) ?? [],
        sampleDistance: demuxed?.sampleDistance ?? 0))
    var parts = [mark + bytes(of: UInt64(facts.count)) + facts]
    for loading in rendition.trackLoading { parts += columns(of: loading) }
    parts.append(column(rendition.decoding.steps))
    parts.append(column(rendition.firstByteToShow.steps))
    parts.append(column(presentation.keyframes))
    parts.append(column(rendition.wantedBytes.ranges))
    parts.append(column(index.demuxerOrder ?? []))
    if let demuxed {
      parts.append(column(demuxed.order.runs.map(\.bytes)))
      for loading in demuxed.trackLoading { parts += columns(of: loading) }
      parts.append(column(demuxed.decoding.steps))
      parts.append(column(demuxed.firstByteToShow.steps))
    }
    // In one piece, as it is checked: FFmpeg's murmur3 can depend on how its input is cut.
    let body = Array(parts.joined())
    let hash = try Hash(.murmur3)
    unsafe body.withUnsafeBytes { unsafe hash.update($0) }
    return [body, hash.finish()]
  }

  /// The columns of a track: its curve and, of video, its frames.
  private static func columns(of loading: TrackLoading) -> [[UInt8]] {
    var steps = [loading.curve.steps]
    if let frames = loading.frames {
      steps.append(
        zip(frames.needs, frames.ends.dropFirst()).map {
          LoadingCurve.Step(position: $0, end: $1)
        })
      for times in [frames.times.times, frames.outputs].compactMap(\.self) {
        steps.append(times.map { LoadingCurve.Step(position: .zero, end: $0) })
      }
    }
    return steps.map { column(CompactSteps.bytes(of: $0)) }
  }

  private static func bytes(of number: UInt64) -> [UInt8] {
    unsafe Swift.withUnsafeBytes(of: number) { unsafe Array($0) }
  }

  /// A column: how many elements it has, and they.
  private static func column<Element: BitwiseCopyable>(_ elements: [Element]) -> [UInt8] {
    unsafe elements.withUnsafeBytes { raw in
      var column = bytes(of: UInt64(elements.count))
      column.reserveCapacity(column.count + raw.count)
      unsafe column.append(contentsOf: raw)
      return column
    }
  }

  /// The survey in a file's `bytes`; `nil` unless they are an intact entry for `key`.
  static func survey(in bytes: UnsafeRawBufferPointer, key: CacheKey) -> MediaSurvey? {
    let fixed = mark.count + 8
    guard bytes.count >= fixed + digestBytes, unsafe bytes.prefix(mark.count).elementsEqual(mark)
    else { return nil }
    let body = unsafe UnsafeRawBufferPointer(rebasing: bytes.dropLast(digestBytes))
    guard let hash = try? Hash(.murmur3) else { return nil }
    unsafe hash.update(body)
    guard unsafe hash.finish().elementsEqual(bytes.suffix(digestBytes)) else { return nil }

    let length = unsafe body.loadUnaligned(fromByteOffset: mark.count, as: UInt64.self)
    guard length <= UInt64(body.count - fixed) else { return nil }
    let columnsAt = fixed + Int(length)
    let data = unsafe Data(body[fixed..<columnsAt])
    guard let facts = try? JSONDecoder().decode(Facts.self, from: data), facts.key == key
    else { return nil }
    var columns = unsafe CacheColumns(bytes: UnsafeRawBufferPointer(rebasing: body[columnsAt...]))
    guard facts.playedTracks.allSatisfy(facts.index.tracks.indices.contains),
      let loading = loading(facts.loading, facts, in: &columns),
      let decoding = columns.next(of: PositionCurve.Step.self),
      let firstByteToShow = columns.next(of: PositionCurve.Step.self),
      let keyframes = columns.next(of: MediaTime.self),
      let ranges = columns.next(of: ReadRange.self),
      let order = columns.next(of: UInt32.self)
    else { return nil }
    var demuxed: StoredDemuxing?
    if !facts.demuxedLoading.isEmpty {
      guard let runs = columns.next(of: ByteRange.self),
        let loading = Self.loading(facts.demuxedLoading, facts, in: &columns),
        let decoding = columns.next(of: PositionCurve.Step.self),
        let firstByteToShow = columns.next(of: PositionCurve.Step.self),
        runs.allSatisfy({ $0.lowerBound <= $0.upperBound })
      else { return nil }
      demuxed = StoredDemuxing(
        runs: runs, sampleDistance: facts.sampleDistance, loading: loading, decoding: decoding,
        firstByteToShow: firstByteToShow)
    }
    guard columns.isAtEnd else { return nil }
    let index = facts.index.index(
      of: facts.name, bytes: facts.bytes, samples: [], demuxerOrder: order.isEmpty ? nil : order)
    guard
      let presentation = Presentation(
        resourceBytes: index.bytes, tracks: facts.playedTracks, origin: facts.origin,
        duration: facts.duration, openingReads: index.openingReads,
        isTransportStream: index.container == "mpegts",
        loading: loading, decoding: decoding, firstByteToShow: firstByteToShow,
        keyframes: keyframes,
        wantedRanges: ranges, wantedEnd: ReadPosition(facts.wantedEnd), demuxed: demuxed)
    else { return nil }
    let media = MediaDescription(
      name: index.name, index: index, presentation: presentation,
      decoding: facts.index.decoding, indexDigest: facts.indexDigest, extents: facts.extents,
      peakRates: facts.peakRates, keyframeIntervals: facts.keyframeIntervals,
      timestampRestarts: facts.timestampRestarts, damage: facts.damage)
    return MediaSurvey(media: media, digest: facts.fileDigest, isFromCache: true)
  }

  /// The loading of each track, of which the next columns hold the steps.
  private static func loading(
    _ facts: [LoadingFacts], _ file: Facts, in columns: inout CacheColumns
  ) -> [StoredLoading]? {
    var loading: [StoredLoading] = []
    for own in facts {
      guard file.playedTracks.contains(own.track), let steps = steps(own.steps, in: &columns)
      else { return nil }
      var frames: FrameOrder?
      if let facts = own.frames {
        frames = Self.frames(facts, in: &columns)
        guard frames != nil else { return nil }
      }
      loading.append(
        StoredLoading(
          track: own.track, kind: file.index.tracks[own.track].kind, beginning: own.beginning,
          firstSampleEnd: ReadPosition(own.firstSampleEnd),
          hasDecodeTimes: own.hasDecodeTimes, hasLength: own.hasLength,
          syncNeeds: own.syncNeeds?.map { ReadPosition($0) }, steps: steps, frames: frames))
    }
    return loading
  }

  private static func steps(
    _ count: Int, in columns: inout CacheColumns
  ) -> [LoadingCurve.Step]? {
    columns.next(of: UInt8.self).flatMap { CompactSteps.steps(count, in: $0) }
  }

  private static func frames(_ facts: FrameFacts, in columns: inout CacheColumns) -> FrameOrder? {
    guard let frames = steps(facts.count, in: &columns),
      let times = steps(facts.times, in: &columns)?.map(\.end)
    else { return nil }
    var outputs: [MediaTime]?
    if let count = facts.outputs {
      outputs = steps(count, in: &columns)?.map(\.end)
      guard outputs != nil else { return nil }
    }
    return FrameOrder(
      restoring: frames.map(\.position), ends: [facts.beginning] + frames.map(\.end),
      outputs: outputs, times: times,
      end: facts.end, reorderDepth: facts.reorderDepth, decodeLead: facts.decodeLead)
  }
}

/// Reads columns one after the other.
@safe
private struct CacheColumns {
  private var rest: UnsafeRawBufferPointer

  init(bytes: UnsafeRawBufferPointer) {
    unsafe rest = bytes
  }

  var isAtEnd: Bool { unsafe rest.isEmpty }

  /// The next column; `nil` if there are fewer bytes than it needs.
  mutating func next<Element: BitwiseCopyable>(of type: Element.Type) -> [Element]? {
    guard unsafe rest.count >= 8 else { return nil }
    let count = unsafe rest.loadUnaligned(as: UInt64.self)
    let stride = MemoryLayout<Element>.stride
    guard unsafe count <= UInt64((rest.count - 8) / stride) else { return nil }
    let end = 8 + Int(count) * stride
    let bytes = unsafe UnsafeRawBufferPointer(rebasing: rest[8..<end])
    unsafe rest = UnsafeRawBufferPointer(rebasing: rest[end...])
    return unsafe [Element](unsafeUninitializedCapacity: Int(count)) { buffer, filled in
      unsafe UnsafeMutableRawBufferPointer(buffer).copyMemory(from: bytes)
      filled = Int(count)
    }
  }
}
