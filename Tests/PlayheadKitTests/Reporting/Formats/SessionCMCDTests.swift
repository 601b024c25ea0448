import Expectations
import Foundation
import PlayheadKit
import Testing

@Suite struct `A session as CMCD` {
  /// Frames of a second and 100 kB each, over 100 bytes a millisecond that pause for four seconds.
  ///
  /// Two frames are in at 2 s, when it starts; a third at 3 s. They are played at 5 s, where it
  /// stalls until the fourth comes at 8 s. The eighth comes at 12 s, and at 13 s it is over.
  private func lines(_ actions: [UserAction] = [], limit: WallTime? = nil) throws -> [String] {
    let clip = Clip.frames(8, lasting: .seconds(1), of: 100_000)
    let policy = try BufferingPolicy(
      startupThreshold: .seconds(2), resumeThreshold: .seconds(1), highWatermark: nil)
    let report = try clip.report(
      over: .steps([(3000, 100), (4000, 0), (0, 100)]), policy, do: actions, limit: limit)
    let lines = String(decoding: SessionCMCD.bytes(report), as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    // Each line has an end, the last one too.
    expect(lines.last, equals: "")
    return lines.dropLast().map(String.init)
  }

  @Test func `has a report for each row, worked out by hand`() throws {
    try expect(
      lines(),
      equals: [
        "bl=(0;v),br=(800;v),bsa=(0;v),bsda=(0;v),e=t,pr=0.0,pt=0,sf=o,sn=0,st=v,sta=s,su,ts=0,v=2",
        "bl=(1000;v),br=(800;v),bsa=(0;v),bsda=(0;v),e=t,mtp=(800;v),pr=0.0,pt=0,sf=o,sn=1,st=v,sta=s,su,ts=1000,v=2",
        "bl=(2000;v),br=(800;v),bsa=(0;v),bsda=(0;v),e=t,msd=2000,mtp=(800;v),pt=0,sf=o,sn=2,st=v,sta=p,ts=2000,v=2",
        "bl=(2000;v),br=(800;v),bsa=(0;v),bsda=(0;v),e=t,mtp=(800;v),pt=1000,sf=o,sn=3,st=v,sta=p,ts=3000,v=2",
        "bl=(1000;v),br=(800;v),bsa=(0;v),bsda=(0;v),e=t,mtp=(0;v),pt=2000,sf=o,sn=4,st=v,sta=p,ts=4000,v=2",
        "bl=(0;v),br=(800;v),bs,bsa=(1;v),bsda=(0;v),e=t,mtp=(0;v),pr=0.0,pt=3000,sf=o,sn=5,st=v,sta=r,su,ts=5000,v=2",
        "bl=(0;v),br=(800;v),bs,bsa=(1;v),bsda=(1000;v),e=t,mtp=(0;v),pr=0.0,pt=3000,sf=o,sn=6,st=v,sta=r,su,ts=6000,v=2",
        "bl=(0;v),br=(800;v),bs,bsa=(1;v),bsda=(2000;v),e=t,mtp=(0;v),pr=0.0,pt=3000,sf=o,sn=7,st=v,sta=r,su,ts=7000,v=2",
        "bl=(1000;v),br=(800;v),bs,bsa=(1;v),bsd=(3000;v),bsda=(3000;v),e=t,mtp=(800;v),pt=3000,sf=o,sn=8,st=v,sta=p,ts=8000,v=2",
        "bl=(1000;v),br=(800;v),bsa=(1;v),bsda=(3000;v),e=t,mtp=(800;v),pt=4000,sf=o,sn=9,st=v,sta=p,ts=9000,v=2",
        "bl=(1000;v),br=(800;v),bsa=(1;v),bsda=(3000;v),e=t,mtp=(800;v),pt=5000,sf=o,sn=10,st=v,sta=p,ts=10000,v=2",
        "bl=(1000;v),br=(800;v),bsa=(1;v),bsda=(3000;v),e=t,mtp=(800;v),pt=6000,sf=o,sn=11,st=v,sta=p,ts=11000,v=2",
        "bl=(1000;v),br=(800;v),bsa=(1;v),bsda=(3000;v),e=t,mtp=(800;v),pt=7000,sf=o,sn=12,st=v,sta=p,ts=12000,v=2",
        "bl=(0;v),br=(800;v),bsa=(1;v),bsda=(3000;v),e=t,pr=0.0,pt=8000,sf=o,sn=13,st=v,sta=e,ts=13000,v=2",
      ])
  }

  @Test func `tells of seeks, pauses and rates`() throws {
    // At 6 s, in the stall, the user goes back to where all is loaded, and a second later pauses;
    // at 8 s a rate of 1.5 begins.
    let reports = try lines(
      [
        UserAction(at: .seconds(6), .seek(to: .zero, .exact)),
        UserAction(at: .seconds(7), .pause),
        UserAction(at: .seconds(8), .setRate(try #require(PlaybackRate(thousandths: 1500)))),
      ], limit: .seconds(9))
    // The seek ends the stall after a second; three seconds are ahead, which is enough to play on.
    expect(reports[6].contains("bl=(3000;v)") && reports[6].contains("bs,bsa=(1;v),bsd=(1000;v)"))
    expect(reports[6].contains("bsda=(1000;v)") && reports[6].contains("sta=p,ts=6000"))
    expect(reports[7].contains("pr=0.0,pt=1000,") && reports[7].contains("sta=a,ts=7000"))
    expect(!reports[7].contains("bs,") && !reports[7].contains("bsd="))
    // The fourth second has come, so nothing keeps it from going on.
    expect(reports[8].contains("pr=1.5,pt=1000,") && reports[8].contains("sta=p,ts=8000"))
    expect(reports[9].contains("pr=1.5,pt=2500,"))
    expect(reports.allSatisfy { $0.contains("bsa=") })
  }

  @Test func `tells of a pause in a stall as rebuffering, until the stall is over`() throws {
    let reports = try lines([UserAction(at: .milliseconds(5500), .pause)])
    expect(reports[6].contains("bs,bsa=(1;v),bsda=(1000;v)") && reports[6].contains("sta=r,su"))
    expect(reports[7].contains("bs,bsa=(1;v),bsda=(2000;v)") && reports[7].contains("sta=r,su"))
    expect(reports[8].contains("bs,bsa=(1;v),bsd=(3000;v),bsda=(3000;v)"))
    expect(reports[8].contains("sta=a,ts=8000") && !reports[8].contains("su"))
    expect(!reports[9].contains("bs,") && reports[9].contains("bsda=(3000;v)"))
  }

  @Test func `tells the length of no stall that is still open`() throws {
    let reports = try lines(limit: .seconds(7))
    expect(reports[7].contains("bs,bsa=(1;v),bsda=(2000;v)"))
    expect(!reports.contains { $0.contains("bsd=") })
  }

  @Test func `tells of a wait after a seek as seeking, not as rebuffering`() throws {
    let reports = try lines(
      [UserAction(at: .seconds(4), .seek(to: .seconds(6), .exact))], limit: .seconds(5))
    expect(reports[4].contains("pr=0.0,pt=6000,") && reports[4].contains("sta=k,su,ts=4000"))
    expect(reports[5].contains("bsa=(0;v),bsda=(0;v)") && reports[5].contains("sta=k,su"))
  }

  @Test func `rounds as the keys ask, and marks what is muxed`() throws {
    // A sample of 1.25 s of video and one of audio, 62,500 and 12,349 bytes.
    var clip = Clip(samples: [
      Sample(at: .zero, lasting: .milliseconds(1250), bytes: 0..<62_500),
      Sample(at: .zero, lasting: .milliseconds(1250), bytes: 62_500..<74_849, track: 1),
    ])
    clip.tracks = [.video, .audio]
    let policy = try BufferingPolicy(
      startupThreshold: .zero, resumeThreshold: .zero, highWatermark: nil)
    let report = try clip.report(
      over: .steps([(0, 100)]), policy, ticks: .milliseconds(749), tracks: [.video(0), .audio(1)])
    let lines = String(decoding: SessionCMCD.bytes(report), as: UTF8.self).split(separator: "\n")
    // All is in at 748.49 ms, when it starts. At 749 ms 0.51 ms are played, so 1249.49 ms are left.
    // 62,500 B in 1.25 s are 400 kbit/s, 12,349 B 79.0336. 74,849 B in 748.49 ms are 800 kbit/s.
    expect(
      lines[1],
      equals:
        "bl=(1200;av),br=(400;v 79;a),bsa=(0;av),bsda=(0;av),e=t,msd=748,mtp=(800;av),pt=1,sf=o,sn=1,st=v,sta=p,ts=749,v=2"
    )
  }
}
