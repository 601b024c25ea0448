import Expectations
import Foundation
import PlayheadKit
import Testing

@testable import MediaReading

@Suite struct `Decoding by itself` {
  @Test(
    arguments: [
      (59_999_999_999, DecodeMode.all), (60_000_000_000, .all), (60_000_000_001, .none), (0, .all),
    ] as [(Int64, DecodeMode)])
  func `is of media of up to a minute`(nanoseconds: Int64, mode: DecodeMode) {
    expect(DecodeMode.auto.resolved(for: MediaTime(nanoseconds: nanoseconds)), equals: mode)
    for other in [DecodeMode.all, .keyframes, .none] {
      expect(other.resolved(for: MediaTime(nanoseconds: nanoseconds)), equals: other)
    }
  }

  @Test(arguments: [(480_000, true), (480_001, false)])
  func `looks at the samples that are shown`(samples: Int, isDecoded: Bool) throws {
    let sound = try Sound(samples: samples)
    let reading = try MediaReader(cores: 1).read(sound.path, decode: .auto)
    expect((reading.decoding != nil), equals: isDecoded)
    try expect(
      Presentation(reading.index).duration,
      equals: MediaTime(value: Int64(samples), timeBase: Rational(1, 8000)))
  }

  /// A cache never changes an answer: whatever was read before, in whatever order.
  @Test(arguments: [480_000, 480_001])
  func `gives the same with any survey in the cache`(samples: Int) throws {
    let sound = try Sound(samples: samples)
    var plain: [DecodeMode: MediaSurvey] = [:]
    for mode in DecodeMode.allCases {
      plain[mode] = try MediaReader(cores: 1).survey(sound.path, decode: mode)
    }
    for first in DecodeMode.allCases {
      for second in DecodeMode.allCases {
        let cache = ReadingCache(directory: "\(sound.path)-\(first)-\(second)")
        defer { try? FileManager.default.removeItem(atPath: cache.directory) }
        let reader = MediaReader(cores: 1, cache: cache)
        for mode in [first, second, first, second] {
          let survey = try reader.survey(sound.path, decode: mode)
          expect(survey.media, equals: plain[mode]?.media, "\(first), then \(second)")
        }
        try expect(reader.survey(sound.path, decode: second).isFromCache)
      }
    }
  }

  @Test func `takes what another mode has left`() throws {
    let sound = try Sound(samples: 480_001)
    let cache = ReadingCache(directory: "\(sound.path)-cache")
    defer { try? FileManager.default.removeItem(atPath: cache.directory) }
    let reader = MediaReader(cores: 1, cache: cache)
    _ = try reader.survey(sound.path, decode: .all)
    let survey = try reader.survey(sound.path, decode: .auto)
    expect(survey.isFromCache && survey.media.decoding == nil)
  }

  @Test func `leaves presentation times as they are, which may take decoding`() throws {
    let path = Fixtures.clip("bframes.avi")
    let all = try MediaReader(cores: 1).read(path, decode: .all)
    let none = try MediaReader(cores: 1).read(path, decode: .none)
    expect(all.index, equals: none.index)
    expect(none.index.samples.allSatisfy { $0.presentationTime != nil })
  }
}

/// A WAV file of so many samples of silence, 8000 a second; it goes with the value.
private final class Sound {
  let path = NSTemporaryDirectory() + "playhead-sound-\(UUID().uuidString).wav"

  init(samples: Int) throws {
    func bytes(_ number: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
    let format = bytes(1, 2) + bytes(1, 2) + bytes(8000, 4) + bytes(8000, 4) + bytes(1, 2)
    let head =
      Array("RIFF".utf8) + bytes(36 + samples, 4) + Array("WAVEfmt ".utf8) + bytes(16, 4) + format
      + bytes(8, 2) + Array("data".utf8) + bytes(samples, 4)
    try Data(head + [UInt8](repeating: 128, count: samples))
      .write(to: URL(fileURLWithPath: path))
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }
}
