import Expectations
import PlayheadKit
import Testing

@Suite struct `Mistakes in policy files` {
  private static func mistakes(_ text: String) -> String? {
    do throws(YAMLError) {
      _ = try BufferingPolicy(contents: Array("playhead: player/1\n\(text)".utf8), name: "x")
      return nil
    } catch {
      return error.description
    }
  }

  @Test func `are told all at once, where they are`() {
    let text = """
      startUpBuffer: 4s
      resumeBuffer: -1s
      resumeGrowth: {factor: 2}
      byteCap: 150M
      highWatermark: none
      keepUp: {predictedRate: {fastHalfLive: 2s}, threshold: 1}
      watermarks: both
      automaticallyWaitsToMinimizeStalling: no
      expensive: [10s]
      constrained: {rate: 5k}
      startupBuffer:
      """
    let marks = Self.mistakes(text)?.split(separator: "\n").map { $0.prefix { $0 != ":" } }
    expect(
      marks,
      equals: [
        "line 2, column 1", "line 3, column 15", "line 4, column 15", "line 5, column 10",
        "line 6, column 16", "line 7, column 26", "line 7, column 45", "line 8, column 13",
        "line 9, column 39", "line 10, column 12", "line 12, column 15",
      ])
  }

  @Test(
    arguments: [
      ("name:", "line 2, column 6: name: expected a name, found nothing"),
      (
        "startupBufer: 1s",
        "line 2, column 1: unknown key “startupBufer”; did you mean startupBuffer?"
      ),
      (
        "keepUp: predictedrate",
        "line 2, column 9: keepUp: expected threshold or predictedRate, found "
          + "“predictedrate”; did you mean predictedRate?"
      ),
      (
        "resumeGrowth: {factor: 1.0000001, limit: 9s}",
        "line 2, column 24: factor: “1.0000001”: the resolution is 0.000001"
      ),
      (
        "resumeGrowth: {factor: 1001, limit: 9s}",
        "line 2, column 24: factor: “1001”: this is more than 1000"
      ),
      (
        "resumeGrowth: {factor: twice, limit: 9s}",
        "line 2, column 24: factor: “twice”: this is not a factor; write 2 or 1.5"
      ),
    ])
  func `come with what is meant most likely`(text: String, description: String) {
    expect(Self.mistakes(text), equals: description)
  }

  @Test(
    arguments: [
      (
        "lowWatermark: 31s",
        "line 2, column 15: lowWatermark (31 s) is above highWatermark (30 s by default)"
      ),
      ("lowWatermark: 30s", nil),
      (
        "highWatermark: unlimited\nlowWatermark: 1s",
        "line 3, column 15: lowWatermark (1 s) requires highWatermark"
      ),
      ("highWatermark: 0s", "line 2, column 16: highWatermark (0 s) must be greater than 0"),
      ("highWatermark: 1ns", nil),
      (
        "lowWatermarkBytes: 1kB",
        "line 2, column 20: lowWatermarkBytes (1 kB) requires highWatermarkBytes"
      ),
      (
        "highWatermarkBytes: 1MB\nlowWatermarkBytes: 1000001",
        "line 3, column 20: lowWatermarkBytes (1000001 B) is above highWatermarkBytes (1 MB)"
      ),
      ("highWatermarkBytes: 1MB\nlowWatermarkBytes: 1000000", nil),
      (
        "byteCap: 64KiB\nhighWatermarkBytes: 65537",
        "line 3, column 21: highWatermarkBytes (65537 B) is above byteCap (64 KiB)"
      ),
      ("byteCap: 64KiB\nhighWatermarkBytes: 65536", nil),
      (
        "watermarks: all",
        "line 2, column 13: watermarks (all) requires highWatermarkBytes"
      ),
      (
        "resumeGrowth: {factor: 2, limit: 1999ms}",
        "line 2, column 34: resumeBuffer (2 s by default) is above resumeGrowth.limit (1.999 s)"
      ),
      ("resumeGrowth: {factor: 1, limit: 2s}", nil),
      (
        "resumeGrowth: {factor: 0.999999, limit: 2s}",
        "line 2, column 24: resumeGrowth.factor (0.999999) is less than 1"
      ),
      (
        "keepUp: {predictedRate: {slowHalfLife: 2s}}",
        "line 2, column 40: keepUp.predictedRate.fastHalfLife (3 s by default) is above "
          + "keepUp.predictedRate.slowHalfLife (2 s)"
      ),
      (
        "loadGranularity: 0", "line 2, column 18: loadGranularity (0 B) must be greater than 0"
      ),
      (
        "expensive: {buffer: 0}",
        "line 2, column 21: expensive.buffer (0 s) must be greater than 0"
      ),
      (
        "byteCap: 0\nlowWatermark: 40s",
        """
        line 2, column 10: byteCap (0 B) must be greater than 0
        line 3, column 15: lowWatermark (40 s) is above highWatermark (30 s by default)
        """
      ),
    ] as [(String, String?)])
  func `name both values that do not fit each other`(text: String, description: String?) {
    expect(Self.mistakes(text), equals: description)
  }

  @Test func `of kind and version are told alone`() {
    func first(_ text: String) -> String? {
      do throws(YAMLError) {
        _ = try PolicyFile(contents: Array(text.utf8), name: "x")
        return nil
      } catch {
        return error.description
      }
    }
    let kind = "line 1, column 11: playhead: “network/1” is not the expected kind of file"
    expect(first("playhead: network/1\nintervals: []"), equals: "\(kind); write player/1")
    let version = "line 1, column 11: playhead: “player/2” is not a supported version"
    expect(
      first("playhead: player/2\nnew: 1"),
      equals: "\(version); write player/1, or use a newer Playhead")
    let missing = "line 1, column 1: playhead is missing; write “playhead: player/1”"
    expect(first("name: x"), equals: missing)
  }
}
