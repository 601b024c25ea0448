extension ProgressLine {
  /// The state of progress and its display.
  struct State: Sendable, Equatable {
    /// The amount completed.
    var completed: Int64
    /// The total amount; `nil` if unknown.
    var total: Int64?
    /// The time elapsed.
    var elapsed: Duration
    /// The unit of the amounts.
    var unit = Unit.bytes

    /// The whole percent completed, rounded down, so that 100 means complete.
    var percent: Int64? {
      guard let total, total > 0 else { return nil }
      return Int64(100 * Double(completed.clamped(to: 0...total)) / Double(total))
    }

    /// The mean amount per second.
    var rate: Double? {
      let seconds = elapsed / .seconds(1)
      return seconds > 0 && completed > 0 ? Double(completed) / seconds : nil
    }

    /// The seconds left at the mean rate.
    var secondsLeft: Int64? {
      guard let total, let rate else { return nil }
      return Int64(exactly: (Double(max(0, total - completed)) / rate).rounded(.up))
    }

    /// The line in at most `columns` columns: as much as fits, the percentage first.
    func line(label: String, columns: Int, usesBlocks: Bool) -> String {
      let amount = percent.map { "\($0) %".leftPadded(to: 5) } ?? amountText
      let rate = speedText.map { "  \($0)" } ?? ""
      let left = secondsLeft.map { "  \(Self.clock($0)) left" } ?? ""
      let attempts = [
        (label, rate, left), (label, "", left), ("", "", left), ("", "", ""),
      ]
      for (label, rate, left) in attempts {
        let head = label.isEmpty ? "" : "\(label)  "
        let tail = amount + rate + left
        let spare = columns - head.count - tail.count
        if spare < 0 { continue }
        guard let percent, spare >= Self.minimumBar + 2 else { return head + tail }
        let cells = min(spare - 2, Self.greatestBar)
        return head + Self.bar(percent, cells: cells, usesBlocks: usesBlocks) + "  " + tail
      }
      return ""
    }

    /// The amount completed.
    private var amountText: String {
      switch unit {
      case .bytes, .transfer: Self.bytes(Double(completed))
      case .cases, .sessions: "\(completed)"
      }
    }

    /// The speed, or, for a unit that is counted, the amount completed.
    private var speedText: String? {
      let speed = rate.map { "\(Self.bytes($0))/s" }
      return switch unit {
      case .bytes: speed
      case .transfer:
        total.map { total in
          let amounts = "\(Self.bytes(Double(completed))) of \(Self.bytes(Double(total)))"
          return speed.map { "\(amounts)  \($0)" } ?? amounts
        } ?? speed
      case .cases: total.map { "\(completed) of \($0)" }
      case .sessions:
        total.map { total in
          let amounts = "\(completed) of \(total)"
          return rate.map { "\(amounts)  \(Self.sessions($0)) sessions/s" } ?? amounts
        }
      }
    }

    /// Whole sessions, or tenths where they take long.
    private static func sessions(_ rate: Double) -> String {
      if rate >= 9.95 { return "\(Int64(rate.rounded()))" }
      let tenths = Int64((rate * 10).rounded())
      return "\(tenths / 10).\(tenths % 10)"
    }

    private static let minimumBar = 8
    private static let greatestBar = 40

    private static func bar(_ percent: Int64, cells: Int, usesBlocks: Bool) -> String {
      let full = Int(percent) * cells / 100
      let (done, open) = usesBlocks ? ("█", "░") : ("#", ".")
      return String(repeating: done, count: full) + String(repeating: open, count: cells - full)
    }

    /// Three to four digits and a unit of 1000.
    private static func bytes(_ count: Double) -> String {
      var (value, units) = (count, ["B", "kB", "MB", "GB", "TB", "PB", "EB"][...])
      while value >= 999.5, units.count > 1 {
        value /= 1000
        units.removeFirst()
      }
      let unit = units.first ?? ""
      if unit == "B" || value >= 99.95 { return "\(Int64(value.rounded())) \(unit)" }
      let tenths = Int64((value * 10).rounded())
      return "\(tenths / 10).\(tenths % 10) \(unit)"
    }

    /// Hours, if any, minutes and seconds.
    private static func clock(_ seconds: Int64) -> String {
      let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
      let rest = twoDigits(seconds % 60)
      if hours == 0 { return "\(minutes):\(rest)" }
      return "\(hours):\(twoDigits(minutes)):\(rest)"
    }

    private static func twoDigits(_ number: Int64) -> String {
      number < 10 ? "0\(number)" : "\(number)"
    }
  }
}

extension Comparable {
  fileprivate func clamped(to range: ClosedRange<Self>) -> Self {
    min(max(self, range.lowerBound), range.upperBound)
  }
}
