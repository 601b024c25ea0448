#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A trace as Sabre has them: a JSON list of `duration_ms`, `bandwidth_kbps` and `latency_ms`.
///
/// Numbers are read as decimals; rates come out in whole bits per second and times in whole
/// nanoseconds, rounded to nearest. Sabre plays its traces over and over, and so do we. Other keys
/// are passed over, as it does.
struct SabreTrace {
  private static let expectation =
    #"a list of {"duration_ms": 1000, "bandwidth_kbps": 800, "latency_ms": 100} is expected"#

  let intervals: [BandwidthProfile.Interval]

  init(contents: [UInt8]) throws(ProfileError) {
    let entries = try Self.entries(of: contents)
    guard !entries.isEmpty else {
      throw ProfileError(.whole, "\(Self.expectation), and the list is empty")
    }
    var intervals: [BandwidthProfile.Interval] = []
    for (index, entry) in entries.enumerated() {
      intervals.append(try entry.interval(number: index + 1))
    }
    self.intervals = intervals
  }

  private struct Entry: Decodable {
    let duration: Decimal
    let bandwidth: Decimal
    let latency: Decimal

    enum CodingKeys: String, CodingKey {
      case duration = "duration_ms"
      case bandwidth = "bandwidth_kbps"
      case latency = "latency_ms"
    }

    func interval(number: Int) throws(ProfileError) -> BandwidthProfile.Interval {
      let time = MediaTime.bound.nanoseconds
      let rate = BitRate.bound.bitsPerSecond
      return BandwidthProfile.Interval(
        duration: MediaTime(
          nanoseconds: try whole(duration, times: 1_000_000, atMost: time, .duration, number)),
        rate: BitRate(
          bitsPerSecond: try whole(bandwidth, times: 1000, atMost: rate, .bandwidth, number)),
        latency: MediaTime(
          nanoseconds: try whole(latency, times: 1_000_000, atMost: time, .latency, number)))
    }

    /// `value` in a unit that is `factor` times smaller, rounded to nearest.
    private func whole(
      _ value: Decimal, times factor: Int64, atMost bound: Int64, _ key: CodingKeys, _ number: Int
    ) throws(ProfileError) -> Int64 {
      let place = ProfileError.Place.value(key.rawValue, entry: number)
      guard value >= 0 else { throw ProfileError(place, "\(value) is negative") }
      guard let written = WrittenDecimal(value.description),
        let result = written.times(factor, atMost: bound)
      else {
        throw ProfileError(place, "\(value) is too large: the most is \(bound / factor)")
      }
      return result
    }
  }

  private static func entries(of contents: [UInt8]) throws(ProfileError) -> [Entry] {
    do {
      return try JSONDecoder().decode([Entry].self, from: Data(contents))
    } catch let error as DecodingError {
      throw refusal(of: error, in: contents)
    } catch {
      throw ProfileError(.whole, "\(expectation), and this cannot be read as JSON")
    }
  }

  private static func refusal(of error: DecodingError, in contents: [UInt8]) -> ProfileError {
    switch error {
    case .keyNotFound(let key, let context):
      ProfileError(place(context.codingPath + [key]), "is missing")
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      switch place(context.codingPath) {
      case .whole: ProfileError(.whole, "\(expectation), and this is no list")
      case .entry(let number):
        ProfileError(.entry(number), "expected are duration_ms, bandwidth_kbps and latency_ms")
      case let place: ProfileError(place, "a number is expected")
      }
    case .dataCorrupted(let context) where !context.codingPath.isEmpty:
      ProfileError(place(context.codingPath), "a number is expected")
    default:
      // Foundation says neither where nor what; a file that was cut off is the usual reason.
      ProfileError(
        .whole,
        isCutOff(contents)
          ? "\(expectation), and the file ends in the middle of one"
          : "\(expectation), and this is not valid JSON, or has a number beyond any use")
    }
  }

  /// Where in the list a coding path leads.
  private static func place(_ path: [any CodingKey]) -> ProfileError.Place {
    guard let index = path.first?.intValue else { return .whole }
    return path.count > 1
      ? .value(path[1].stringValue, entry: index + 1) : .entry(index + 1)
  }

  /// Whether a bracket or a string is still open at the end.
  private static func isCutOff(_ contents: [UInt8]) -> Bool {
    var depth = 0
    var isString = false
    var isEscaped = false
    for byte in contents {
      switch byte {
      case _ where isEscaped: isEscaped = false
      case UInt8(ascii: "\\") where isString: isEscaped = true
      case UInt8(ascii: "\""): isString.toggle()
      case UInt8(ascii: "["), UInt8(ascii: "{"): depth += isString ? 0 : 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= isString ? 0 : 1
      default: break
      }
    }
    return isString || depth > 0
  }
}
