import Expectations
import PlayheadKit
import Testing

@Suite("Traces as other tools write them")
struct ForeignTraceTests {
  private struct Row: Equatable, CustomStringConvertible {
    var milliseconds: Int64
    var rate: Int64
    var latency: Int64

    init(_ milliseconds: Int64, _ rate: Int64, latency: Int64 = 0) {
      (self.milliseconds, self.rate, self.latency) = (milliseconds, rate, latency)
    }

    var description: String { "\(milliseconds) ms at \(rate) bit/s, \(latency) ms" }
  }

  private func rows(_ text: String, _ format: TraceFormat? = nil) throws -> [Row] {
    try BandwidthProfile(contents: Array(text.utf8), name: "x", format: format).intervals.map {
      Row(
        $0.duration.nanoseconds / 1_000_000, $0.rate.bitsPerSecond,
        latency: $0.latency.nanoseconds / 1_000_000)
    }
  }

  @Test("Headings name quantities and units, with any sign between them")
  func headings() throws {
    let expected = [Row(1000, 2_000_000), Row(500, 500_000), Row(500, 1_000_000)]
    for text in [
      "time_s,mbps\n0,2\n1,0.5\n1.5,1\n", "seconds;Mbit/s\n0;2\n1;0.5\n1.5;1\n",
      "t_ms\tkbps\n10\t2000\n1010\t500\n1510\t1000\n",
      "Time (ms),Throughput [kB/s],place\n7000,250,a\n8000,62.5,b\n8500,125,c\n",
      "timestamp_us,bandwidth (bits/s)\n0,2000000\n1000000,500000\n1500000,1000000\n",
    ] {
      try expect(rows(text), equals: expected, "\(text)")
    }
    // Bytes came since the row before.
    try expect(
      rows("t_ms,bytes\n0,99\n1000,250000\n1500,31250\n"),
      equals: [
        Row(1000, 2_000_000), Row(500, 500_000),
      ])
    try expect(
      rows("duration_ms,mbps,rtt_ms\n1000,2,40\n500,0.5,60\n"),
      equals: [
        Row(1000, 2_000_000, latency: 40), Row(500, 500_000, latency: 60),
      ])
  }

  @Test("Headings that are not understood are listed, with what would be")
  func unknown() {
    let error = #expect(throws: ProfileError.self) { try rows("when,how much\n1,2\n") }
    let text = error?.description ?? ""
    expect(text.contains("“when”, “how much”"))
    expect(text.contains("time_s"))
    #expect(throws: ProfileError.self) { try rows("time,mbps\n0,1\n") }
    #expect(throws: ProfileError.self) { try rows("t_ms,kbps,mbps\n0,1,1\n") }
    #expect(throws: ProfileError.self) { try rows("t_ms,kbps\n5,1\n4,1\n") }
  }

  @Test("Lumos5G and Puffer are read by their headings")
  func datasets() throws {
    try expect(
      rows(
        "run_num,seq_num,latitude,nrStatus,Throughput,tower_id\n1,1,44.9,CONNECTED,250,2\n"
          + "1,2,44.9,NOT,38.5,2\n"), equals: [Row(1000, 250_000_000), Row(1000, 38_500_000)])
    try expect(
      rows(
        "time (ns GMT),session_id,index,size (bytes),cwnd (packets),min_rtt (us),rtt (us),"
          + "delivery_rate (bytes/s)\n"
          + "1500000000000000000,a,1,9,10,1,40000,250000\n"
          + "1500000002000000000,b,1,9,10,1,1,1\n"
          + "1500000002000000000,a,2,9,10,1,50000,125000\n"),
      equals: [
        Row(2000, 2_000_000, latency: 40), Row(2000, 1_000_000, latency: 50),
      ])
    // As it is published.
    try expect(
      rows(
        "time (ns GMT),session_id,index,expt_id,channel,video_ts,format,size,ssim_index,cwnd,"
          + "in_flight,min_rtt,rtt,delivery_rate\n"
          + "1500000000000000000,a,1,2,abc,0,1280x720-22,900,0.98,20,5,1,40000,250000\n"
          + "1500000002000000000,a,1,2,abc,9,1280x720-22,900,0.98,20,5,1,50000,125000\n"),
      equals: [
        Row(2000, 2_000_000, latency: 40), Row(2000, 1_000_000, latency: 50),
      ])
  }

  @Test("Commas stand before decimals where others separate columns")
  func commas() throws {
    try expect(
      rows("seconds;Mbit/s\n0;2,5\n1,5;0,25\n3;1.5\n"),
      equals: [
        Row(1500, 2_500_000), Row(1500, 250_000), Row(1500, 1_500_000),
      ])
    #expect(throws: ProfileError.self) { try rows("seconds;Mbit/s\n0;2,5,1\n1;3\n") }
  }

  @Test("iperf3 reports the bytes of intervals")
  func iperf3() throws {
    let text = """
      {"start": {"version": "iperf 3.12"}, "intervals": [
        {"streams": [], "sum": {"start": 0, "seconds": 1, "bytes": 9, "omitted": true}},
        {"streams": [], "sum": {"start": 0, "seconds": 1.0, "bytes": 250000, "omitted": false}},
        {"streams": [], "sum": {"start": 1, "seconds": 0.5, "bytes": 31250, "omitted": false}}],
       "end": {}}
      """
    try expect(rows(text), equals: [Row(1000, 2_000_000), Row(500, 500_000)])
    #expect(throws: ProfileError.self) { try rows("{\"intervals\": [], \"error\": \"no route\"}") }
  }

  @Test("Transfers of a HAR share the link, and idle time is interpolated")
  func har() throws {
    func entry(_ start: String, wait: Int, receive: Int, bytes: Int) -> String {
      """
      {"startedDateTime": "2026-11-27T09:00:\(start)Z", "time": 1, "request": {},
       "response": {"headersSize": -1, "bodySize": \(bytes), "content": {"size": \(bytes)}},
       "timings": {"blocked": -1, "dns": -1, "connect": -1, "send": 0, "wait": \(wait),
                   "receive": \(receive)}}
      """
    }
    // From 0.1 to 1.1 s 2 Mbit/s; from 0.6 to 1.6 s 1 Mbit/s beside; idle until 2.1 s; then 4
    // Mbit/s.
    let entries = [
      entry("00.000", wait: 100, receive: 1000, bytes: 250_000),
      entry("00.500", wait: 100, receive: 1000, bytes: 125_000),
      entry("02.000", wait: 100, receive: 500, bytes: 250_000),
      entry("03.000", wait: 5, receive: 0, bytes: 0),
    ]
    let text = "{\"log\": {\"version\": \"1.2\", \"entries\": [\(entries.joined(separator: ","))]}}"
    let found = try rows(text)
    var course: [Int64: Int64] = [:]
    var time: Int64 = 0
    for row in found {
      for tenth in 0..<row.milliseconds / 100 { course[time + tenth * 100] = row.rate }
      time += row.milliseconds
    }
    // From 0.1 to 2.6 s.
    expect(time, equals: 2500)
    expect(course[0], equals: 2_000_000)
    expect(course[500], equals: 3_000_000)
    expect(course[1000], equals: 1_000_000)
    // Between 1 and 4 Mbit/s.
    expect(course[1600], equals: 2_500_000)
    expect(course[2000], equals: 4_000_000)
    expect(found.allSatisfy { $0.latency == 100 })
  }

  @Test("An access log with CMCD tells what a player measured")
  func cmcd() throws {
    func line(_ second: Int, _ fields: String) -> String {
      "10.0.0.1 - - [27/Nov/2026:09:30:0\(second) +0000] \"GET /v/1.m4s?CMCD=\(fields) HTTP/1.1\" 200 9\n"
    }
    let text =
      line(0, "bl%3D2000%2Cmtp%3D2000%2Csid%3D%22a%22")
      + line(1, "mtp%3D9000%2Csid%3D%22b%22")
      + line(2, "bs%2Cmtp%3D500%2Csid%3D%22a%22") + line(3, "mtp%3D800%2Csid%3D%22a%22")
    try expect(
      rows(text), equals: [Row(2000, 2_000_000), Row(1000, 500_000), Row(1000, 800_000)])
    let profile = try BandwidthProfile(contents: Array(text.utf8), name: "x")
    expect(profile.notes.contains { $0.contains("starved once") })
  }

  @Test("A column of numbers is mahimahi's unless it is said to be rates")
  func column() throws {
    try expect(rows("2000\n2100\n", .rates), equals: [Row(1000, 2_000_000), Row(1000, 2_100_000)])
    try expect(rows("2\n4\n").count > 0)
  }
}
