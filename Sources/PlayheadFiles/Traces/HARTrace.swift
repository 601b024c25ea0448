import PlayheadModel

/// A HAR file of a browser or a proxy: what its transfers received, and when.
///
/// A transfer's bytes arrive evenly from the end of its wait on, over the time that it received.
/// Several at once share the link, so their rates add up. What the link could have carried while
/// none received is unknown: it is taken for the mean of the rates before and after. The wait of a
/// transfer is the latency from its request on.
enum HARTrace {
  private struct Transfer {
    var request: Int64
    var start: Int64
    var end: Int64
    var wait: Int64
    var rate: Int64
  }

  static func read(_ text: TraceText) throws(ProfileError) -> IntervalList {
    let entries = try HAREntry.entries(of: text)
    var transfers: [Transfer] = []
    var skipped = 0
    for entry in entries {
      if let transfer = try transfer(entry, text) {
        transfers.append(transfer)
      } else {
        skipped += 1
      }
    }
    guard let first = transfers.map(\.start).min() else {
      throw ProfileError(
        .whole, "no transfer has both bytes and a time in which they were received")
    }
    var list = try list(transfers, from: first, text)
    if skipped > 0 {
      list.notes.append(
        "\(skipped == 1 ? "1 entry" : "\(skipped) entries") without received bytes left out")
    }
    return list
  }

  /// What `entry` received; `nil` if that took no time, or no bytes came, as from a cache.
  private static func transfer(
    _ entry: HAREntry, _ text: TraceText
  ) throws(ProfileError) -> Transfer? {
    guard entry.received > 0, entry.receiving > 0 else { return nil }
    let rate =
      (Int128(entry.received) * 16_000_000_000 + Int128(entry.receiving))
      / (2 * Int128(entry.receiving))
    guard rate <= Int128(BitRate.bound.bitsPerSecond) else {
      throw text.refusal(
        at: entry.offset, "its bytes were received faster than \(BitRate.bound.text)")
    }
    let request = entry.started + entry.before
    return Transfer(
      request: request, start: request + entry.wait, end: entry.ended, wait: entry.wait,
      rate: Int64(rate))
  }

  private static func list(
    _ transfers: [Transfer], from first: Int64, _ text: TraceText
  ) throws(ProfileError) -> IntervalList {
    let byRequest = transfers.sorted { ($0.request, $0.start) < ($1.request, $1.start) }
    let times = Set(
      transfers.flatMap { [$0.start, $0.end, max(first, $0.request)] }
    ).sorted()
    let starts = transfers.sorted { $0.start < $1.start }
    let ends = transfers.sorted { $0.end < $1.end }
    var (started, ended, asked) = (0, 0, 0)
    var rate: Int64 = 0
    var rows: [(duration: Int64, rate: Int64?, wait: Int64)] = []
    for (time, next) in zip(times, times.dropFirst()) {
      while started < starts.count, starts[started].start <= time {
        rate = min(BitRate.bound.bitsPerSecond, rate + starts[started].rate)
        started += 1
      }
      while ended < ends.count, ends[ended].end <= time {
        rate = max(0, rate - ends[ended].rate)
        ended += 1
      }
      while asked + 1 < byRequest.count, byRequest[asked + 1].request <= time { asked += 1 }
      rows.append((next - time, started > ended ? rate : nil, byRequest[asked].wait))
    }
    var list = IntervalList()
    var idle: Int64 = 0
    // The next known rate, from the end on.
    var following = [Int64](repeating: 0, count: rows.count)
    var known: Int64 = 0
    for number in rows.indices.reversed() {
      known = rows[number].rate ?? known
      following[number] = known
    }
    var former = following.first ?? 0
    for (number, row) in rows.enumerated() {
      if row.rate == nil { idle += row.duration }
      let rate = row.rate ?? (former + following[number]) / 2
      former = row.rate ?? former
      try list.append(
        duration: row.duration, bitsPerSecond: rate, latency: row.wait, at: 0, of: text)
    }
    guard !list.isEmpty else {
      throw ProfileError(.whole, "all transfers end where they begin")
    }
    if idle > 0 {
      let time = WallTime(nanoseconds: idle).roundedToMilliseconds
      list.notes.append("\(time.text) without transfers interpolated")
    }
    return list
  }
}

/// A date and time of day as ISO 8601 writes them: `2026-11-27T09:30:00.250+01:00`.
struct ISOStamp {
  /// The nanoseconds since 1970-01-01 in UTC.
  let nanoseconds: Int64

  init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count >= 19, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
      bytes[10] == UInt8(ascii: "T") || bytes[10] == UInt8(ascii: " ")
    else { return nil }
    var stamp = Array(bytes[..<19])
    for (place, sign) in [(4, "."), (7, "."), (10, "_"), (13, "."), (16, ".")] {
      stamp[place] = sign.utf8.first ?? 0
    }
    guard let seconds = CalendarStamp(stamp[...])?.seconds else { return nil }
    var rest = bytes[19...]
    var fraction: Int64 = 0
    if rest.first == UInt8(ascii: ".") || rest.first == UInt8(ascii: ",") {
      rest = rest.dropFirst()
      var unit: Int64 = 100_000_000
      while let digit = rest.first, digit.isDigit {
        fraction += Int64(digit & 0x0F) * unit
        unit /= 10
        rest = rest.dropFirst()
      }
    }
    var offset: Int64 = 0
    switch rest.first {
    case nil: break
    case UInt8(ascii: "Z"), UInt8(ascii: "z"):
      guard rest.count == 1 else { return nil }
    case UInt8(ascii: "+"), UInt8(ascii: "-"):
      let digits = rest.dropFirst().filter(\.isDigit).map { Int64($0 & 0x0F) }
      guard digits.count == 4 else { return nil }
      offset = (digits[0] * 10 + digits[1]) * 3600 + (digits[2] * 10 + digits[3]) * 60
      if rest.first == UInt8(ascii: "-") { offset = -offset }
    default: return nil
    }
    guard abs(seconds) < 6_000_000_000 else { return nil }
    nanoseconds = (seconds - offset) * 1_000_000_000 + fraction
  }
}
