import Expectations
import Testing

@testable import PlayheadModel

/// Ten frames of a second and 100 bytes: 100 bytes a second.
@Suite struct `Watermarks that follow from the media` {
  private static func watermarks(
    of clip: Clip = .frames(10, lasting: .seconds(1), of: 100),
    _ change: (inout BufferingPolicy.Parameters) -> Void
  ) throws -> BufferingPolicy.Parameters {
    var values = BufferingPolicy.Parameters()
    change(&values)
    return try BufferingPolicy(values).adapted(to: Presentation(clip.index)).parameters
  }

  @Test(
    arguments: [
      (3000, nil, 300, 350), (3000, 250, 250, 300), (500, nil, 100, 150), (500, 10, 100, 150),
      (2505, nil, 250, 300),
    ] as [(Int64, Int64?, Int64, Int64)])
  func `in bytes are those of a length of media, within limits`(
    time: Int64, limit: Int64?, low: Int64, high: Int64
  ) throws {
    let values = try Self.watermarks {
      ($0.lowWatermarkBytes, $0.highWatermarkBytes) = (100, 150)
      ($0.watermarkTime, $0.watermarkLimit) = (.milliseconds(time), limit)
    }
    expect(values.lowWatermarkBytes, equals: low)
    expect(values.highWatermarkBytes, equals: high)
  }

  /// All the pictures come before the sound.
  @Test func `in media time are higher by the interleave`() throws {
    let values = try Self.watermarks(of: Clip.soundBehindPictures) {
      ($0.highWatermark, $0.lowWatermark) = (.seconds(5), .seconds(4))
      $0.interleaveFactor = Ratio(millionths: 1_500_000)
    }
    expect(values.highWatermark, equals: .seconds(20))
    expect(values.lowWatermark, equals: .seconds(19))
  }

  @Test func `are as given where there is nothing to follow`() throws {
    let plain = try Self.watermarks { $0.watermarkTime = .seconds(10) }
    expect(plain.highWatermarkBytes == nil)
    let single = try Self.watermarks { $0.interleaveFactor = Ratio(millionths: 1_500_000) }
    expect(single.highWatermark, equals: .seconds(30))
  }

  /// A buffer of 300 bytes and 50 is full, which also starts playback.
  @Test func `stop loading`() throws {
    var values = BufferingPolicy.Parameters()
    (values.highWatermark, values.lowWatermark) = (nil, nil)
    (values.lowWatermarkBytes, values.highWatermarkBytes) = (100, 150)
    values.watermarkTime = .seconds(3)
    values.startupThreshold = .seconds(8)
    let session = try Clip.frames(10, lasting: .seconds(1), of: 100)
      .play(over: .byteAMillisecond(), BufferingPolicy(values))
    expect(
      session.events.first { $0.kind == .isPlaybackBufferFull(true) }?.wallTime,
      equals: .milliseconds(350))
  }
}
