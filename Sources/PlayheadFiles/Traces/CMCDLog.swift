import PlayheadModel

/// An access log with CMCD: the throughput that a player measured (`mtp`), request by request.
///
/// Of several sessions the first is read. A rate holds from its request to the next; requests of
/// one second share it in equal parts. Starved buffers (`bs`) are told in a note, as what to
/// expect.
enum CMCDLog {
  /// Whether a line of `text` near its beginning has CMCD.
  static func isLikely(_ bytes: [UInt8]) -> Bool {
    let head = String(decoding: bytes.prefix(16 << 10), as: UTF8.self)
    return head.contains("CMCD=") && head.contains("mtp%3D")
  }

  private struct Request {
    var second: Int64
    var rate: Int64
    var offset: Int
  }

  static func read(_ lines: inout TraceLines) throws(ProfileError) -> IntervalList {
    var requests: [Request] = []
    var session: String?
    var others: Set<String> = []
    var (starved, lowest) = (0, nil as Int64?)
    while try lines.next() {
      let offset = lines.lineStart
      let line = lines.restOfLine()
      guard let fields = fields(of: line) else { continue }
      let name = fields["sid"] ?? ""
      session = session ?? name
      guard name == session else {
        others.insert(name)
        continue
      }
      if fields["bs"] != nil { starved += 1 }
      if let length = fields["bl"].flatMap({ Int64($0) }) { lowest = min(lowest ?? length, length) }
      guard let rate = fields["mtp"].flatMap({ Int64($0) }), rate >= 0,
        rate <= BitRate.bound.bitsPerSecond / 1000
      else { continue }
      guard let second = second(of: line) else {
        throw lines.text.refusal(
          ofLineAt: offset, "expected a time such as [27/Nov/2026:09:30:00 +0000]")
      }
      requests.append(Request(second: second, rate: rate * 1000, offset: offset))
    }
    guard !requests.isEmpty else {
      throw ProfileError(.whole, "no request has mtp, the measured throughput of CMCD")
    }
    requests.sort { $0.second < $1.second }
    var list = IntervalList()
    var start = 0
    while start < requests.count {
      let second = requests[start].second
      let end = requests[start...].firstIndex { $0.second > second } ?? requests.count
      let next = end < requests.count ? requests[end].second : second + 1
      guard next - second <= WallTime.bound.nanoseconds / 1_000_000_000 else {
        throw ProfileError(.whole, "two requests are years apart")
      }
      let length = (next - second) * 1_000_000_000
      let count = Int64(end - start)
      for (place, request) in requests[start..<end].enumerated() {
        let (from, to) = (
          length * Int64(place) / count, length * (Int64(place) + 1) / count
        )
        try list.append(
          duration: to - from, bitsPerSecond: request.rate, at: 0, of: lines.text)
      }
      start = end
    }
    list.notes.append("\(counted(requests.count, "request")) with mtp")
    if !others.isEmpty {
      list.notes.append(
        "the first of \(counted(others.count + 1, "session"))"
          + (session.map { $0.isEmpty ? "" : ", \($0.excerpt)" } ?? ""))
    }
    list.notes.append(
      starved == 0
        ? "its player had no starved buffer: expect no stall"
        : "its player's buffer starved \(starved == 1 ? "once" : "\(starved) times"): expect "
          + "stallCount >= 1")
    if let lowest { list.notes.append("buffer at least \(lowest) ms") }
    return list
  }

  /// The fields of CMCD in a line; `nil` if it has none.
  private static func fields(of line: String) -> [String: String]? {
    guard let mark = line.firstRange(of: "CMCD=") else { return nil }
    let value = line[mark.upperBound...].prefix { !" &\"\t".contains($0) }
    guard let text = decoded(value) else { return nil }
    var fields: [String: String] = [:]
    for part in text.split(separator: ",") {
      let sides = part.split(separator: "=", maxSplits: 1)
      guard let key = sides.first else { continue }
      fields[String(key)] =
        sides.count > 1 ? sides[1].filter { $0 != "\"" } : "true"
    }
    return fields
  }

  /// `text` with percent signs resolved; `nil` if one is wrong.
  private static func decoded(_ text: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let digits = String(rest.prefix(2)), let value = UInt8(digits, radix: 16) else {
        return nil
      }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// The second of a line in the common log format, or with a time of ISO 8601.
  private static func second(of line: String) -> Int64? {
    if let open = line.firstIndex(of: "["), let close = line[open...].firstIndex(of: "]") {
      let stamp = line[line.index(after: open)..<close]
      let parts = stamp.split { "/: ".contains($0) }.map(String.init)
      if parts.count >= 6, let month = months.firstIndex(of: parts[1]) {
        func two(_ text: String) -> String { text.count < 2 ? "0" + text : text }
        let zone = parts.count > 6 ? parts[6] : "Z"
        return ISOStamp(
          "\(parts[2])-\(two(String(month + 1)))-\(two(parts[0]))T\(parts[3]):\(parts[4]):"
            + "\(parts[5])\(zone)"
        ).map { $0.nanoseconds / 1_000_000_000 }
      }
      if let found = ISOStamp(String(stamp)) { return found.nanoseconds / 1_000_000_000 }
    }
    for word in line.split(separator: " ") {
      if let found = ISOStamp(word.filter { $0 != "\"" }) {
        return found.nanoseconds / 1_000_000_000
      }
    }
    return nil
  }
}
