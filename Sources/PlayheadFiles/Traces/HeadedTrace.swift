import PlayheadModel

/// CSV with any headings that name a quantity and its unit: `time_s,mbps`, `seconds;Mbit/s`,
/// `t_ms,bytes`, and those of Lumos5G and Puffer.
///
/// Columns are separated by commas, semicolons or tabs. A rate holds from its row's time to that of
/// the next; the last row lasts as long as the one before it. Bytes were received since the row
/// before, the first of which only starts the clock. Other columns are left out. Where semicolons
/// or tabs separate columns, a comma may stand before decimals.
enum HeadedTrace {
  /// What a column holds.
  enum Quantity: Hashable {
    case time, duration, rate, bytes, latency
  }

  /// A column that is understood.
  struct Column {
    var quantity: Quantity
    /// The power of ten that makes nanoseconds, bits per second or bytes of its numbers.
    var power: Int
    /// What numbers are multiplied with besides: eight, for bytes per second.
    var factor: Int64 = 1
  }

  /// What headings look like, for an error.
  static let understood =
    "a time (time_s, t_ms, seconds) or a duration (duration_s), and a rate (kbps, Mbit/s, "
    + "throughput_mbps, delivery_rate "
    + "(bytes/s)) or bytes; optionally a latency (latency_ms, rtt_us)"

  // MARK: Headings

  /// The column that `heading` names; `nil` if it is not understood.
  static func column(_ heading: String) -> Column? {
    let (stem, unit) = parts(of: heading)
    if let rate = rate(unit), ratesOrNothing.contains(stem) { return rate }
    switch stem {
    case "time", "t", "timestamp", "ts", "elapsed", "elapsedtime", "offset", "unix", "unixtime":
      return time(unit).map { Column(quantity: .time, power: $0) }
    case "duration", "dur", "interval", "length", "delta":
      return time(unit).map { Column(quantity: .duration, power: $0) }
    case "latency", "rtt", "delay", "ping":
      return time(unit).map { Column(quantity: .latency, power: $0) }
    case "bytes", "size", "received", "downloaded", "transferred":
      return unit == "bytes" || unit == "B" || (stem == "bytes" && unit.isEmpty)
        ? Column(quantity: .bytes, power: 0) : nil
    case "seconds", "secs", "sec", "s":
      return unit.isEmpty ? Column(quantity: .time, power: 9) : nil
    case "milliseconds", "millis", "msec", "ms":
      return unit.isEmpty ? Column(quantity: .time, power: 6) : nil
    case "": return time(unit).map { Column(quantity: .time, power: $0) }
    default: return nil
    }
  }

  private static let ratesOrNothing: Set = [
    "", "rate", "bitrate", "throughput", "bandwidth", "bw", "speed", "goodput", "capacity",
    "download", "dl", "downlink", "dlbitrate", "deliveryrate", "tput",
  ]

  /// The words of a heading without its unit, in lowercase without signs, and the unit as it is
  /// written.
  private static func parts(of heading: String) -> (stem: String, unit: String) {
    var text = heading
    var unit = ""
    if let open = text.firstIndex(where: { "([".contains($0) }),
      let close = text.lastIndex(where: { ")]".contains($0) }), open < close
    {
      unit = String(text[text.index(after: open)..<close])
      // “ns GMT” is Puffer's.
      unit = String(unit.split(separator: " ").first ?? "")
      text = String(text[..<open])
    } else if rate(text.trimmed) != nil {
      return ("", String(text.trimmed))
    } else if let mark = text.lastIndex(where: { "_ -.".contains($0) }) {
      let last = String(text[text.index(after: mark)...])
      if time(last) != nil || rate(last) != nil || last.lowercased() == "bytes" {
        unit = last.lowercased() == "bytes" ? "bytes" : last
        text = String(text[..<mark])
      }
    }
    let stem = text.lowercased().filter { $0.isLetter || $0.isNumber }
    return (stem, unit)
  }

  private static func time(_ unit: String) -> Int? {
    switch unit.lowercased() {
    case "s", "sec", "secs", "second", "seconds": 9
    case "ms", "msec", "msecs", "millis", "milliseconds": 6
    case "us", "µs", "usec", "microseconds": 3
    case "ns", "nsec", "nanoseconds": 0
    default: nil
    }
  }

  /// The rate whose unit is `unit`: bits, or with a capital B or as a word, bytes.
  private static func rate(_ unit: String) -> Column? {
    let lowercase = unit.lowercased()
    let perSecond = ["/s", "/sec", "ps", "persecond", "/second"]
    guard let end = perSecond.first(where: lowercase.hasSuffix) else { return nil }
    let what = unit.dropLast(end.count)
    let prefixes: [Character: Int] = ["k": 3, "K": 3, "m": 6, "M": 6, "g": 9, "G": 9]
    var rest = what[...]
    var power = 0
    if let first = rest.first, let prefix = prefixes[first], rest.count > 1 {
      power = prefix
      rest = rest.dropFirst()
    }
    switch rest {
    case "b", "bit", "bits", "Bit", "Bits": return Column(quantity: .rate, power: power)
    case "B", "byte", "bytes", "Byte", "Bytes":
      return Column(quantity: .rate, power: power, factor: 8)
    default: return nil
    }
  }

  /// The sign between the headings of a line.
  static func separator(of line: String) -> UInt8 {
    for sign in [";", "\t"] where line.contains(sign) { return sign.utf8.first ?? 0 }
    return UInt8(ascii: ",")
  }

  /// Whether headings name a rate or bytes, with a time or a duration.
  static func isUnderstood(_ headings: [String]) -> Bool {
    let found = headings.compactMap { column($0)?.quantity }
    return (found.contains(.rate) || found.contains(.bytes))
      && (found.contains(.time) || found.contains(.duration)) || isLumos(headings)
      || isPuffer(headings)
  }

  /// Whether they are those of Lumos5G: a row a second, with the throughput in Mbit/s.
  static func isLumos(_ headings: [String]) -> Bool {
    let names = Set(headings.map { $0.lowercased() })
    return names.isSuperset(of: ["seq_num", "throughput"])
  }

  /// Whether they are those that Puffer publishes of what it sent: times in nanoseconds, the
  /// delivery rate in bytes per second, the round trip in microseconds, without units.
  static func isPuffer(_ headings: [String]) -> Bool {
    Set(headings.map { $0.lowercased() }).isSuperset(of: ["time (ns gmt)", "delivery_rate"])
  }

  /// What the column named `name` of Puffer holds; `nil` if it is not used.
  private static func ofPuffer(_ name: String) -> Column? {
    switch name.lowercased() {
    case "time (ns gmt)": Column(quantity: .time, power: 0)
    case "delivery_rate": Column(quantity: .rate, power: 0, factor: 8)
    case "rtt": Column(quantity: .latency, power: 3)
    default: nil
    }
  }

  // MARK: Rows

  private struct Row {
    var time: Int64?
    var duration: Int64?
    var rate: Int64?
    var bytes: Int64?
    var latency: Int64
    var offset: Int
  }

  /// Reads the trace whose headings are the current line.
  static func read(_ lines: inout TraceLines) throws(ProfileError) -> IntervalList {
    let offset = lines.lineStart
    let heading = lines.restOfLine()
    lines.separator = separator(of: heading)
    let names = heading.split(
      separator: Character(UnicodeScalar(lines.separator)), omittingEmptySubsequences: false
    ).map { $0.trimmed.filter { $0 != "\"" } }
    guard isUnderstood(names) else { throw unknown(names, at: offset, lines.text) }
    let isLumos = isLumos(names)
    let isPuffer = isPuffer(names)
    let columns = names.map { name -> Column? in
      guard !isPuffer else { return ofPuffer(name) }
      guard isLumos else { return column(name) }
      return name.lowercased() == "throughput" ? Column(quantity: .rate, power: 6) : nil
    }
    for quantity in [Quantity.time, .duration, .rate, .bytes, .latency] {
      let places = columns.indices.filter { columns[$0]?.quantity == quantity }
      // Puffer has the least round trip beside the last one.
      if places.count > 1, quantity != .latency {
        throw lines.text.refusal(
          ofLineAt: offset,
          "several columns could be the \(quantity): "
            + places.map { "“\(names[$0].excerpt)”" }.wordList(or: false))
      }
    }
    let session = names.firstIndex { ["session_id", "sid"].contains($0.lowercased()) }
    var list = IntervalList()
    var former: Row?
    var (firstSession, skipped) = (nil as [UInt8]?, 0)
    var fields: [Range<Int>] = []
    var last: Int64 = 0
    while try lines.next() {
      fields.removeAll(keepingCapacity: true)
      while let field = lines.field() { fields.append(field) }
      guard fields.count == names.count else {
        throw lines.text.refusal(
          ofLineAt: lines.lineStart,
          "expected \(names.count) fields, as in the headings, found \(fields.count)")
      }
      if let session {
        let name = Array(lines.text.bytes[fields[session]])
        firstSession = firstSession ?? name
        guard name == firstSession else {
          skipped += 1
          continue
        }
      }
      var row = try row(columns, fields, lines)
      if isLumos { row.duration = 1_000_000_000 }
      try add(row, after: former, lasting: &last, to: &list, lines)
      former = row
    }
    guard let former else { throw ProfileError(.whole, "the headings have no rows below them") }
    if former.duration == nil, let rate = former.rate {
      if list.isEmpty { list.afterwards = .holdsLast }
      try list.append(
        duration: last, bitsPerSecond: rate, latency: former.latency, at: former.offset,
        of: lines.text)
    }
    guard !list.isEmpty else {
      throw ProfileError(.whole, "bytes need a row before them, which starts the clock")
    }
    let used = columns.indices.filter { columns[$0] != nil }.map { names[$0] }
    list.notes.append("columns " + (isLumos ? ["seq_num"] + used : used).wordList(or: false))
    if skipped > 0 { list.notes.append("the first session of several") }
    return list
  }

  private static let comma = UInt8(ascii: ",")

  private static func row(
    _ columns: [Column?], _ fields: [Range<Int>], _ lines: TraceLines
  ) throws(ProfileError) -> Row {
    var row = Row(latency: 0, offset: lines.lineStart)
    for (place, column) in columns.enumerated() {
      guard let column else { continue }
      let isRate = column.quantity == .rate
      let bound: Int64 =
        switch column.quantity {
        case .time: .max / 2
        case .bytes: 1 << 50
        case .rate: BitRate.bound.bitsPerSecond / column.factor
        case .duration, .latency: WallTime.bound.nanoseconds
        }
      // What was not measured is an empty field or a word.
      let field = fields[place]
      let isMissing = field.isEmpty || !lines.text.bytes[field.lowerBound].isNumberStart
      if isMissing, column.quantity == .latency { continue }
      let value =
        try lines.text.value(
          field,
          of: TraceQuantity(
            name: isRate ? "a rate" : "a number", power: column.power, bound: bound),
          point: lines.separator != UInt8(ascii: ",") && lines.text.bytes[field].contains(comma)
            ? comma : UInt8(ascii: "."))
        * column.factor
      switch column.quantity {
      case .time: row.time = value
      case .duration: row.duration = value
      case .rate: row.rate = value
      case .bytes: row.bytes = value
      case .latency: row.latency = value
      }
    }
    return row
  }

  /// Adds what `row` says of the time before it, or of its own duration.
  private static func add(
    _ row: Row, after former: Row?, lasting last: inout Int64, to list: inout IntervalList,
    _ lines: TraceLines
  ) throws(ProfileError) {
    if let duration = row.duration {
      let rate = if let rate = row.rate { rate } else { try rate(row.bytes, duration, lines) }
      guard let rate else { return }
      return try list.append(
        duration: duration, bitsPerSecond: rate, latency: row.latency, at: row.offset,
        of: lines.text)
    }
    guard let time = row.time, let before = former?.time else { return }
    guard time >= before else {
      throw lines.text.refusal(ofLineAt: row.offset, "the time is before that of the row before")
    }
    let duration = time - before
    guard duration <= WallTime.bound.nanoseconds else {
      throw lines.text.refusal(ofLineAt: row.offset, "the time is far from the row before")
    }
    last = duration
    if let rate = former?.rate {
      try list.append(
        duration: duration, bitsPerSecond: rate, latency: former?.latency ?? 0, at: row.offset,
        of: lines.text)
    } else if duration > 0, let rate = try rate(row.bytes, duration, lines) {
      try list.append(
        duration: duration, bitsPerSecond: rate, latency: row.latency, at: row.offset,
        of: lines.text)
    }
  }

  private static func rate(
    _ bytes: Int64?, _ duration: Int64, _ lines: TraceLines
  ) throws(ProfileError) -> Int64? {
    guard let bytes, duration > 0 else { return nil }
    let rate = (Int128(bytes) * 16_000_000_000 + Int128(duration)) / (2 * Int128(duration))
    guard rate <= Int128(BitRate.bound.bitsPerSecond) else {
      throw lines.text.refusal(
        ofLineAt: lines.lineStart, "the rate is above \(BitRate.bound.text)")
    }
    return Int64(rate)
  }

  /// The refusal of headings, with what would be understood.
  static func unknown(
    _ names: [String], at offset: Int, _ text: TraceText
  ) -> ProfileError {
    let found = names.prefix(12).map { "“\($0.excerpt)”" }.joined(separator: ", ")
    return text.refusal(
      ofLineAt: offset,
      "headings \(found)\(names.count > 12 ? ", …" : "") are not understood; expected \(understood)"
    )
  }
}

extension StringProtocol {
  /// The text without blanks around it.
  fileprivate var trimmed: String {
    let rest = self.drop { $0 == " " || $0 == "\t" || $0 == "\r" }
    guard let last = rest.lastIndex(where: { $0 != " " && $0 != "\t" && $0 != "\r" }) else {
      return ""
    }
    return String(rest[...last])
  }
}

extension UInt8 {
  /// Whether a number may begin with the byte.
  fileprivate var isNumberStart: Bool {
    isDigit || self == UInt8(ascii: "-") || self == UInt8(ascii: ".")
  }
}
