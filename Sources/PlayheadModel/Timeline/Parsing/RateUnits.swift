/// The units of rate that are read, and those that mean different things to different tools.
package enum RateUnits {
  /// Each unit's bits per second.
  static let accepted: [String: Int64] = {
    var units: [String: Int64] = ["": 1, "KiB/s": 8 << 10, "MiB/s": 8 << 20, "GiB/s": 8 << 30]
    let prefixes: [(String, Int64)] = [("k", 1000), ("M", 1_000_000), ("G", 1_000_000_000)]
    for (prefix, factor) in [("", 1)] + prefixes {
      for bits in ["bps", "bit", "bit/s", "b/s"] { units[prefix + bits] = factor }
      units[prefix + "B/s"] = 8 * factor
    }
    for (prefix, factor) in prefixes { units[prefix] = factor }
    // As tc writes them; nobody reads these as thousandths.
    for (unit, factor) in [("mbit", 1_000_000), ("gbit", 1_000_000_000)] as [(String, Int64)] {
      units[unit] = factor
      units[unit + "/s"] = factor
    }
    return units
  }()

  /// Whether `unit` is refused, as it means different things to different tools.
  package static func isTrap(_ unit: some StringProtocol) -> Bool {
    traps.contains { $0.units.contains(String(unit)) }
  }

  /// Units that are refused, why, and what to write for each thing that they could mean.
  struct Trap {
    let units: [String]
    let problem: String
    let mends: [(unit: String, meaning: String)]
  }

  static let traps: [Trap] = [
    Trap(
      units: ["m"], problem: "is a thousandth to some tools (ffmpeg) and a million to others",
      mends: [("M", "millions of bits per second")]),
    Trap(
      units: ["K", "Kbps", "Kbit", "Kbit/s", "Kb/s"],
      problem: "could be thousands or 1024s",
      mends: [("k", "thousands of bits per second")]),
    Trap(
      units: ["g"], problem: "is not how billions are written",
      mends: [("G", "billions of bits per second")]),
    Trap(
      units: ["mbps", "mb/s"], problem: "is bytes to some tools (tc) and bits to others",
      mends: [("Mbps", "bits"), ("MB/s", "bytes")]),
    Trap(
      units: ["gbps", "gb/s"], problem: "is bytes to some tools (tc) and bits to others",
      mends: [("Gbps", "bits"), ("GB/s", "bytes")]),
    Trap(
      units: ["Bps"], problem: "is bytes, and is often written for bits",
      mends: [("B/s", "bytes"), ("bps", "bits")]),
    Trap(
      units: ["kBps", "KBps"], problem: "is bytes, and is often written for bits",
      mends: [("kB/s", "bytes"), ("kbps", "bits")]),
    Trap(
      units: ["MBps"], problem: "is bytes, and is often written for bits",
      mends: [("MB/s", "bytes"), ("Mbps", "bits")]),
    Trap(
      units: ["GBps"], problem: "is bytes, and is often written for bits",
      mends: [("GB/s", "bytes"), ("Gbps", "bits")]),
    Trap(
      units: ["KB/s"], problem: "could be thousands or 1024s of bytes",
      mends: [("kB/s", "thousands"), ("KiB/s", "1024s")]),
    Trap(
      units: ["B", "b"], problem: "is an amount, not a rate",
      mends: [("B/s", "bytes"), ("b/s", "bits")]),
    Trap(
      units: ["kB", "KB", "kb"], problem: "is an amount, not a rate",
      mends: [("kB/s", "bytes"), ("kb/s", "bits")]),
    Trap(
      units: ["MB", "Mb", "mb"], problem: "is an amount, not a rate",
      mends: [("MB/s", "bytes"), ("Mb/s", "bits")]),
    Trap(
      units: ["GB", "Gb", "gb"], problem: "is an amount, not a rate",
      mends: [("GB/s", "bytes"), ("Gb/s", "bits")]),
  ]
}
