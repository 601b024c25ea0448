import Expectations
import PlayheadKit
import Testing

@Suite struct `A presentation` {
  @Test func `wants all bytes of a sample that begins before one that is whole earlier`() throws {
    // As in a transport stream: the picture is whole only when the next one begins, at 10 000, and
    // by then the sound between its packets is long in. In order of what they need, sound is first.
    let clip = Clip(
      samples: [
        Sample(at: .zero, lasting: .seconds(1), bytes: 5000..<6000, track: 1),
        Sample(at: .zero, lasting: .seconds(1), bytes: 0..<5000, needs: 10_000),
      ],
      tracks: [.video, .audio])
    try expect(clip.presentation.wantedRanges, equals: [ByteRange(0, 10_000)])
  }

  @Test func `joins all runs that a sample reaches back over`() throws {
    let clip = Clip(
      samples: [
        Sample(at: .seconds(0), lasting: .seconds(1), bytes: 100..<200),
        Sample(at: .seconds(1), lasting: .seconds(1), bytes: 300..<400),
        Sample(at: .seconds(2), lasting: .seconds(1), bytes: 500..<600),
        Sample(at: .seconds(3), lasting: .seconds(1), bytes: 350..<700),
      ])
    try expect(clip.presentation.wantedRanges, equals: [ByteRange(100, 200), ByteRange(300, 700)])
  }
}
