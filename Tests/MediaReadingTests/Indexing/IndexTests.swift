import Expectations
import Foundation
import MediaReading
import PlayheadKit
import Testing

@Suite("An index")
struct IndexTests {
  /// What a packet and a sample must agree in.
  struct Row: Hashable, CustomStringConvertible {
    var track: Int
    var offset: Int64?
    var size: UInt32
    var presentation: MediaTime?
    var decode: MediaTime?
    var duration: MediaTime
    var isSync: Bool
    var isDiscarded: Bool

    var description: String {
      "#\(track) at \(offset ?? -1) size \(size) pts \(presentation?.nanoseconds ?? -1) "
        + "dts \(decode?.nanoseconds ?? -1) +\(duration.nanoseconds) \(isSync ? "K" : "")"
        + (isDiscarded ? "D" : "")
    }
  }

  @Test("holds every packet that ffprobe lists, track by track", arguments: Fixtures.playable)
  func equalsPackets(clip: String) throws {
    let path = Fixtures.clip(clip)
    let index = try Fixtures.index(at: path)
    let packets = try FFprobe.packets(of: path)
    expect(index.samples.count, equals: packets.count)
    for track in index.tracks {
      let base = track.timeBase
      let expected = packets.filter { $0.streamIndex == track.id }.map { packet in
        Row(
          track: track.id, offset: packet.pos.flatMap(Int64.init), size: UInt32(packet.size) ?? 0,
          presentation: packet.pts.flatMap { MediaTime(value: $0, timeBase: base) },
          decode: packet.dts.flatMap { MediaTime(value: $0, timeBase: base) },
          duration: packet.duration.flatMap { MediaTime(value: $0, timeBase: base) } ?? .zero,
          isSync: packet.flags.contains("K"), isDiscarded: packet.flags.contains("D"))
      }
      let actual = index.samples.filter { Int($0.track) == track.id }.map { sample in
        Row(
          track: track.id,
          offset: sample.flags.contains(.positionUnknown) ? nil : sample.offset, size: sample.size,
          presentation: sample.presentationTime, decode: sample.decodeTime,
          duration: sample.duration, isSync: sample.isSync,
          isDiscarded: sample.flags.contains(.discarded))
      }
      expect(actual.count, equals: expected.count)
      for (number, (actual, expected)) in zip(actual, expected).enumerated() {
        var expected = expected
        // What the container leaves out, decoding supplies.
        if expected.presentation == nil { expected.presentation = actual.presentation }
        expect(actual, equals: expected, "sample \(number) of track \(track.id)")
        if actual != expected { break }
      }
    }
  }

  @Test("needs at least the bytes of each sample, in order", arguments: Fixtures.playable)
  func needsGrow(clip: String) throws {
    let index = try Fixtures.index(at: Fixtures.clip(clip))
    var last: Int64 = 0
    for sample in index.samples {
      if !sample.flags.contains(.positionUnknown) {
        expect(sample.needs >= sample.offset + Int64(sample.size))
      }
      expect(sample.needs >= last)
      expect(sample.needs <= index.bytes)
      last = sample.needs
    }
  }
}
