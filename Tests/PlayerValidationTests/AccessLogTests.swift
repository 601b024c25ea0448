import Expectations
import PlayheadKit
import Testing

@testable import PlayerValidation

@Suite struct `An access log of AVPlayer` {
  private func log(_ text: String) throws -> AccessLog {
    try AccessLogReading.log(Array(text.utf8))
  }

  @Test func `is read with Apple's names, and what is unknown as such`() throws {
    let log = try log(
      """
      {"accessLog": [
        {"startupTime": 0.41234567890123, "numberOfStalls": 0, "durationWatched": 4.004,
         "indicatedBitrate": 300000, "observedBitrate": 1234567.89, "URI": "low.m3u8",
         "numberOfBytesTransferred": 90000, "numberOfMediaRequests": -1},
        {"startupTime": -1, "numberOfStalls": 2, "durationWatched": 8, "indicatedBitrate": 1200000},
        {"indicatedBitrate": 1200000, "durationWatched": null}],
       "errorLog": [{"errorStatusCode": -12938, "errorDomain": "CoreMediaErrorDomain",
         "errorComment": "HTTP 404: File Not Found"}]}
      """)
    expect(log.startup, equals: WallTime(nanoseconds: 412_345_679))
    expect(log.stalls == 2 && log.watched == .milliseconds(12_004) && log.bytes == 90_000)
    expect(log.requests == nil)
    expect(log.variants.map(\.bitsPerSecond), equals: [300_000, 1_200_000])
    expect(
      log.problems,
      equals: [
        AccessLog.Problem(
          status: -12938, text: "CoreMediaErrorDomain: HTTP 404: File Not Found")
      ])
  }

  @Test(arguments: [
    ("", "the file is empty; expected the JSON of an access log"),
    ("{}", "accessLog is missing"), (#"{"accessLog": []}"#, "at least one event is expected"),
    (#"{"accessLog": [{"startupTime": "1 s"}]}"#, "expected a number, found “1 s”"),
    (#"{"accessLog": [{"startupTime": 1e12}]}"#, "the number is above 86400"),
    (#"{"accessLog": [{}], "errorLog": [{}]}"#, "errorStatusCode is missing"),
  ])
  func `is refused where it is not one`(text: String, problem: String) throws {
    do {
      _ = try log(text)
      Issue.record("read")
    } catch let error as JSONError {
      expect("\(error)".contains(problem), "\(error)")
    }
  }
}
