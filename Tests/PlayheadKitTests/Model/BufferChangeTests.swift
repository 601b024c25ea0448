import Expectations
import PlayheadKit
import Testing

@Suite struct `A player that counts bytes` {
  /// Loads to 100 bytes ahead, refills at 50; starts with 2 s, resumes after a seek with 3 s.
  private static func player(
    repeats: Int = 0, _ change: (inout BufferingPolicy.Parameters) -> Void = { _ in }
  ) throws -> PlaybackModel {
    var parameters = BufferingPolicy.Parameters()
    parameters.highWatermark = nil
    parameters.afterSeekThreshold = .seconds(3)
    (parameters.highWatermarkBytes, parameters.lowWatermarkBytes) = (100, 50)
    change(&parameters)
    return PlaybackModel(
      duration: .seconds(10), policy: try BufferingPolicy(parameters), repeats: repeats)
  }

  private static func contents(
    _ start: Int64, _ end: Int64, bytes: Int64
  ) -> BufferContents {
    BufferContents(
      loaded: TimeRange(start: .seconds(start), end: .seconds(end)), bytesAhead: bytes)
  }

  @Test func `is full from its high watermark down to its low one`() throws {
    var player = try Self.player()
    _ = player.play(at: .zero)
    let almost = Self.contents(0, 8, bytes: 99)
    expect(player.bufferChanged(to: almost, at: .zero).contains(.started))
    expect(!player.isPlaybackBufferFull && player.nextByteLevel == nil)
    let enough = Self.contents(0, 8, bytes: 100)
    expect(Array(player.bufferChanged(to: enough, at: .zero)), equals: [.bufferFilled])
    expect(player.nextByteLevel, equals: 50)
    // Only bytes count, so the model itself knows no earlier deadline than the end of the buffer.
    expect(player.nextDeadline, equals: .seconds(8))
    let above = Self.contents(0, 8, bytes: 51)
    expect(Array(player.bufferChanged(to: above, at: .seconds(3))), equals: [])
    let low = Self.contents(0, 8, bytes: 50)
    expect(Array(player.bufferChanged(to: low, at: .seconds(3))), equals: [.bufferNoLongerFull])
    expect(player.bytesAhead == 50 && player.nextByteLevel == nil)
  }

  @Test func `waits for bytes where time is up, and for time where bytes are`() throws {
    var player = try Self.player {
      ($0.highWatermark, $0.lowWatermark) = (.seconds(8), .seconds(4))
    }
    _ = player.play(at: .zero)
    _ = player.bufferChanged(to: Self.contents(0, 8, bytes: 100), at: .zero)
    expect(player.isPlaybackBufferFull)
    expect(player.nextDeadline == .seconds(4) && player.nextByteLevel == nil)
    expect(Array(player.timeAdvanced(to: .seconds(4))), equals: [])
    expect(player.nextDeadline == .seconds(8) && player.nextByteLevel == 50)
  }

  @Test func `is not full before it looks`() throws {
    var player = try Self.player()
    let contents = Self.contents(0, 8, bytes: 100)
    _ = player.bufferChanged(to: contents, mayFill: false, at: .zero)
    expect(!player.isPlaybackBufferFull)
    _ = player.timeAdvanced(to: .zero)
    expect(!player.isPlaybackBufferFull)
    expect(Array(player.bufferChanged(to: contents, at: .zero)), equals: [.bufferFilled])
  }

  @Test func `finds what is loaded where a seek leads`() throws {
    var player = try Self.player()
    _ = player.play(at: .zero)
    _ = player.bufferChanged(to: Self.contents(0, 2, bytes: 40), at: .zero)
    let found = Self.contents(5, 8, bytes: 100)
    let transitions = player.seek(to: .seconds(5), finding: found, at: .seconds(1))
    expect(Array(transitions), equals: [.timeJumped, .bufferFilled, .seekFinished])
    expect(player.bufferLevel == .seconds(3) && player.bytesAhead == 100)
    expect(player.loadedTimeRanges.ranges.count, equals: 2)
  }

  @Test func `finds what is loaded where a loop leads`() throws {
    var player = try Self.player(repeats: 1)
    _ = player.play(at: .zero)
    _ = player.bufferChanged(to: Self.contents(0, 10, bytes: 90), at: .zero)
    _ = player.mediaDropped(before: .seconds(9), at: .seconds(9))
    let end = player.bufferChanged(to: Self.contents(9, 10, bytes: 0), at: .seconds(10))
    expect(end.isEmpty && player.isLoopDue)
    let found = Self.contents(0, 3, bytes: 30)
    expect(Array(player.looped(finding: found, at: .seconds(10))), equals: [.looped, .timeJumped])
    expect(player.currentTime == .zero && player.bufferLevel == .seconds(3))
    expect(player.timeControlStatus == .playing && player.repeatsLeft == 0)
    // Without that, it would have waited.
    expect(player.stallCount, equals: 0)
  }

  @Test func `finds what is loaded where a seek to the end leads, if it loops`() throws {
    var player = try Self.player(repeats: 1)
    _ = player.play(at: .zero)
    _ = player.bufferChanged(to: Self.contents(0, 10, bytes: 100), at: .zero)
    let end = BufferContents(
      loaded: TimeRange(start: .zero, end: .seconds(10)), bytesAhead: 0)
    expect(
      Array(player.seek(to: .seconds(10), finding: end, at: .seconds(1))), equals: [.timeJumped])
    expect(player.isLoopDue)
    let found = Self.contents(0, 10, bytes: 100)
    expect(
      Array(player.looped(finding: found, at: .seconds(1))),
      equals: [.looped, .timeJumped, .seekFinished])
    expect(player.isPlaybackBufferFull && player.bytesAhead == 100)
  }
}
