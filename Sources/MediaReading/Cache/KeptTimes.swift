import PlayheadKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The file format of the cached times of a level's segments: a magic number, the key, a row for
/// each segment, the parts of each segment that has any, the tracks as JSON, and the SHA-256 of
/// everything before it.
///
/// A row has flags, and the start, the end, the origin, the length, and the start and the end of
/// video and of audio in nanoseconds and the number of missing bytes, in big-endian order. Of parts
/// there is their number, and that of the bytes that they take as ``CompactSteps``. A file that is
/// damaged, or of another key, counts as missing.
enum KeptTimes {
  private static let mark = Array("PLAYTIM4".utf8)
  private static let digestBytes = 32
  /// What tracks of segments carry.
  private static let kinds: [Track.Kind] = [.video, .audio]
  private static let rowBytes = 73

  /// What is known of a segment.
  private struct Flags: OptionSet {
    let rawValue: UInt8

    static let read = Flags(rawValue: 1)
    static let range = Flags(rawValue: 2)
    static let origin = Flags(rawValue: 4)
    static let video = Flags(rawValue: 8)
    static let sync = Flags(rawValue: 16)
    static let parts = Flags(rawValue: 32)
    static let length = Flags(rawValue: 64)
    static let truncated = Flags(rawValue: 128)
  }

  /// The size of the file of `count` segments without parts.
  private static func size(of count: Int) -> Int { mark.count + 2 * digestBytes + count * rowBytes }

  /// The sizes that a file of `count` segments can have.
  static func sizes(of count: Int) -> ClosedRange<Int64> {
    Int64(size(of: count))...Int64(size(of: count) + 256 << 20)
  }

  /// The file of `times` and `tracks` for `key`.
  static func bytes(
    of times: [SegmentTimes?], _ tracks: [MeasuredTrack], key: SegmentTimesKey
  ) throws -> [UInt8] {
    var bytes = mark + key.digest
    bytes.reserveCapacity(size(of: times.count))
    for own in times {
      var flags: Flags = own == nil ? [] : .read
      if own?.range != nil { flags.insert(.range) }
      if own?.origin != nil { flags.insert(.origin) }
      if let isSync = own?.startsWithSync { flags.formUnion(isSync ? [.video, .sync] : .video) }
      if own?.parts.isEmpty == false { flags.insert(.parts) }
      if own?.length != nil { flags.insert(.length) }
      if own?.missingBytes != nil { flags.insert(.truncated) }
      bytes.append(flags.rawValue)
      for time in [own?.range?.start, own?.range?.end, own?.origin, own?.length] {
        bytes.append(bigEndian: time?.nanoseconds ?? 0)
      }
      for kind in kinds {
        let track = own?.tracks[kind]
        bytes.append(bigEndian: track?.start.nanoseconds ?? .min)
        bytes.append(bigEndian: track?.end.nanoseconds ?? .min)
      }
      bytes.append(bigEndian: own?.missingBytes ?? 0)
    }
    for parts in times.lazy.compactMap({ $0?.parts }) where !parts.isEmpty {
      let steps = CompactSteps.bytes(
        of: parts.map { LoadingCurve.Step(position: ReadPosition($0.bytes), end: $0.end) })
      bytes.append(bigEndian: Int64(parts.count))
      bytes.append(bigEndian: Int64(steps.count))
      bytes += steps
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    bytes += Array(try encoder.encode(tracks))
    return bytes + (try digest(of: bytes))
  }

  /// The times of `count` segments and their tracks in a file; `nil` unless it is intact and of
  /// `key`.
  static func times(
    of count: Int, in bytes: [UInt8], key: SegmentTimesKey
  ) -> (times: [SegmentTimes?], tracks: [MeasuredTrack])? {
    let head = mark + key.digest
    guard bytes.count >= size(of: count), bytes.starts(with: head),
      let digest = try? digest(of: bytes.dropLast(digestBytes)),
      bytes.suffix(digestBytes).elementsEqual(digest)
    else { return nil }
    var times: [SegmentTimes?] = []
    times.reserveCapacity(count)
    var rest = bytes[(head.count + count * rowBytes)...].dropLast(digestBytes)
    for number in 0..<count {
      let row = bytes[(head.count + number * rowBytes)...].prefix(rowBytes)
      let flags = Flags(rawValue: row[row.startIndex])
      func value(_ place: Int) -> Int64 {
        let start = row.startIndex + 1 + 8 * place
        return Int64(bitPattern: row[start..<start + 8].bigEndian)
      }
      func time(_ place: Int) -> MediaTime { MediaTime(nanoseconds: value(place)) }
      guard flags.contains(.read) else {
        times.append(nil)
        continue
      }
      var own = SegmentTimes()
      if flags.contains(.range) {
        guard time(0) <= time(1) else { return nil }
        own.range = TimeRange(start: time(0), end: time(1))
      }
      if flags.contains(.origin) { own.origin = time(2) }
      if flags.contains(.length) { own.length = time(3) }
      for (number, kind) in kinds.enumerated() where value(4 + 2 * number) > .min {
        guard time(4 + 2 * number) <= time(5 + 2 * number) else { return nil }
        own.tracks[kind] = TimeRange(start: time(4 + 2 * number), end: time(5 + 2 * number))
      }
      if flags.contains(.truncated) { own.missingBytes = value(8) }
      if flags.contains(.video) { own.startsWithSync = flags.contains(.sync) }
      if flags.contains(.parts) {
        guard let parts = parts(takenFrom: &rest) else { return nil }
        own.parts = parts
      }
      times.append(own)
    }
    let tracks = try? JSONDecoder().decode([MeasuredTrack].self, from: Data(rest))
    return tracks.map { (times, $0) }
  }

  /// The parts of a segment, which come next; `nil` if they are not there.
  private static func parts(takenFrom rest: inout ArraySlice<UInt8>) -> [LadderSegment.Part]? {
    func number() -> Int? {
      guard rest.count >= 8 else { return nil }
      defer { rest = rest.dropFirst(8) }
      return Int(exactly: rest.prefix(8).bigEndian)
    }
    guard let count = number(), let size = number(), count > 0, size <= rest.count,
      let steps = CompactSteps.steps(count, in: Array(rest.prefix(size)))
    else { return nil }
    rest = rest.dropFirst(size)
    return steps.map { LadderSegment.Part(bytes: $0.position.bytes, end: $0.end) }
  }

  private static func digest(of bytes: some Sequence<UInt8>) throws -> [UInt8] {
    let hash = try Hash(.sha256)
    unsafe Array(bytes).withUnsafeBytes { unsafe hash.update($0) }
    return hash.finish()
  }
}

extension ReadingCache {
  /// The extension of the names of entries with the times of segments.
  private static var timesSuffix: String { ".times" }

  private func path(for key: SegmentTimesKey) -> String {
    "\(directory)/\(hexText(key.digest))\(Self.timesSuffix)"
  }

  /// The cached times of `count` segments and their tracks for `key`; `nil` if they are missing or
  /// damaged.
  func times(
    of count: Int, for key: SegmentTimesKey
  ) -> (times: [SegmentTimes?], tracks: [MeasuredTrack])? {
    guard let file = try? InputFile(path: path(for: key)),
      KeptTimes.sizes(of: count).contains(file.size), let bytes = try? file.bytes(Int(file.size))
    else { return nil }
    return KeptTimes.times(of: count, in: bytes, key: key)
  }

  /// Stores `times` and `tracks` for `key`; returns the reason if it cannot.
  func keep(
    _ times: [SegmentTimes?], _ tracks: [MeasuredTrack], for key: SegmentTimesKey
  ) -> String? {
    keep(at: path(for: key), Self.timesSuffix, beyond: capacity) {
      [try KeptTimes.bytes(of: times, tracks, key: key)]
    }
  }
}
