import PlayheadModel

/// A profile in Playhead's own YAML, or in JSON of the same keys.
///
/// ```yaml
/// playhead: network/1     # what the file is, and the version of its keys
/// name: Commute           # unless given, that of the file
/// afterwards: repeat      # or hold, which keeps the last interval; its duration is then optional
/// latency: 40ms           # of intervals without one; unless given, none
/// loss: 1%                # of intervals without one; unless given, none
/// intervals:
///   - duration: 10s
///     rate: 4M
///     latency: 60ms
///     path: [expensive, constrained]
/// ```
struct PlayheadProfile {
  let profile: BandwidthProfile

  /// Parses `contents`.
  ///
  /// - Parameters:
  ///   - contents: all bytes of the file.
  ///   - name: the name of a profile that does not state one.
  /// - Throws: ``ProfileError`` for the first error, with all others in it.
  init(contents: [UInt8], name: String) throws(ProfileError) {
    do throws(YAMLError) {
      profile = try YAMLReader.read(contents) { Self.profile($0, name: name) }
    } catch {
      throw ProfileError(error)
    }
  }

  /// Whether a file of this name and contents is likely a Playhead profile.
  static func isLikely(_ contents: [UInt8], name: String) -> Bool {
    let name = name.lowercased()
    if name.hasSuffix(".yaml") || name.hasSuffix(".yml") { return true }
    var rest = YAMLSource(contents).bytes
    while true {
      rest = rest.drop { " \t\r\n".utf8.contains($0) }
      if rest.first == UInt8(ascii: "#") {
        rest = rest.drop { $0 != UInt8(ascii: "\n") }
      } else if rest.starts(with: "---".utf8) {
        rest = rest.dropFirst(3)
      } else {
        break
      }
    }
    if rest.first == UInt8(ascii: "{") {
      rest = rest.dropFirst().drop { " \t\r\n".utf8.contains($0) }
    }
    return ["playhead:", "\"playhead\"", "'playhead'"].contains { rest.starts(with: $0.utf8) }
  }

  private enum Key: String, CaseIterable {
    case name, afterwards, latency, loss, intervals
  }

  private enum IntervalKey: String, CaseIterable {
    case duration, rate, latency, loss, path
  }

  private enum Afterwards: String, CaseIterable {
    case `repeat`, hold
  }

  private enum Flag: String, CaseIterable {
    case expensive, constrained

    var flags: PathFlags {
      switch self {
      case .expensive: .expensive
      case .constrained: .constrained
      }
    }
  }

  private static func profile(_ document: YAMLReader, name: String) -> BandwidthProfile? {
    guard let mapping = document.document("network/1", of: Key.self) else { return nil }
    let title = mapping.optional(.name).map { $0.text("a name") } ?? name
    let afterwards = mapping.optional(.afterwards).map { $0.choice(of: Afterwards.self) } ?? .repeat
    let latency: WallTime? =
      mapping.optional(.latency).map { $0.duration(unit: .required) } ?? .zero
    let loss = mapping.optional(.loss).map { Self.loss($0) } ?? noLoss
    guard let list = mapping.required(.intervals) else { return nil }
    let isHeld = afterwards == .hold
    // An unreadable default is reported once, not for each interval.
    let defaults = Defaults(
      latency: latency ?? .zero, loss: loss ?? noLoss, held: isHeld ? list.lastItemMark : nil)
    let intervals = list.list(allowsNone: false) { interval($0, defaults) }
    guard let title, latency != nil, loss != nil, afterwards != nil, let intervals else {
      return nil
    }
    do throws(ProfileError) {
      return try BandwidthProfile(
        name: title, intervals: intervals, afterwards: isHeld ? .holdsLast : .repeats)
    } catch {
      list.refuse(error.description)
      return nil
    }
  }

  /// The values of intervals that do not state their own.
  private struct Defaults {
    let latency: WallTime
    let loss: Ratio
    /// The interval that is held.
    let held: YAMLMark?
  }

  private static func interval(
    _ item: YAMLReader, _ defaults: Defaults
  ) -> BandwidthProfile.Interval? {
    guard let mapping = item.mapping(of: IntervalKey.self) else { return nil }
    let duration: WallTime? =
      item.node.mark == defaults.held
      ? mapping.optional(.duration).map { $0.duration() } ?? .zero
      : mapping.required(.duration)?.duration()
    let rate = mapping.required(.rate)?.rate()
    let latency =
      mapping.optional(.latency).map { $0.duration(unit: .required) } ?? defaults.latency
    let path = mapping.optional(.path).map { $0.list { $0.choice(of: Flag.self) } } ?? []
    let loss = mapping.optional(.loss).map { Self.loss($0) } ?? defaults.loss
    guard let duration, let rate, let latency, let loss, let path else { return nil }
    return BandwidthProfile.Interval(
      duration: duration, rate: rate, latency: latency, loss: loss,
      path: PathFlags(path.map(\.flags)))
  }

  private static let noLoss = Ratio(millionths: 0)

  private static func loss(_ reader: YAMLReader) -> Ratio? {
    reader.parsed("a share of packets in percent") { text throws(GrammarError) in
      try Ratio(parsingPercent: text)
    }
  }
}

extension YAMLReader {
  /// Where the last item of a list begins; `nil` for an empty list.
  fileprivate var lastItemMark: YAMLMark? {
    guard case .sequence(let items) = node.content else { return nil }
    return items.last?.mark
  }
}
