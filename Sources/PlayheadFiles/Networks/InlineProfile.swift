import PlayheadModel

/// A profile written on the command line: `10s@800k,5s@0,1.2M`.
///
/// Comma-separated parts, each a duration, an `@` and a rate. The last may be a rate alone, which
/// is then held; if it has a duration too, the profile repeats.
struct InlineProfile {
  let profile: BandwidthProfile
  private let text: String

  /// Whether `text` looks like an inline profile; a file of such a name needs its folder.
  static func isMeant(by text: Substring) -> Bool {
    guard let first = text.first else { return false }
    guard let at = text.firstIndex(of: "@") else {
      // Rates with commas between them: a profile without durations. In `1,5M` the comma is a
      // decimal point, and elsewhere it is part of a name.
      let pieces = text.split(separator: ",", omittingEmptySubsequences: false)
      return pieces.count > 1 && pieces[0].contains(where: \.isLetter)
        && (try? BitRate(parsing: pieces[0])) != nil
    }
    let isDuration =
      "0123456789.-−+@".contains(first)
      || (try? WallTime(parsing: text[..<at])) != nil
    return isDuration && !text[..<at].contains("/")
  }

  init(parsing text: Substring) throws(GrammarError) {
    self.text = String(text)
    let pieces = text.split(separator: ",", omittingEmptySubsequences: false)
    var intervals: [BandwidthProfile.Interval] = []
    var afterwards = BandwidthProfile.Afterwards.repeats
    for (index, piece) in pieces.enumerated() {
      let part = Part(number: index + 1, text: piece.trimmed, whole: text)
      let isLast = index == pieces.count - 1
      let (duration, rate) = try part.read(isLast: isLast)
      if duration == nil { afterwards = .holdsLast }
      intervals.append(
        BandwidthProfile.Interval(duration: duration ?? .zero, rate: rate))
    }
    do throws(ProfileError) {
      profile = try BandwidthProfile(
        name: String(text), intervals: intervals, afterwards: afterwards,
        notes: BandwidthProfile.notes(on: intervals, afterwards))
    } catch {
      throw GrammarError(text: self.text, problem: error.problem)
    }
  }

  /// One part and its number.
  private struct Part {
    let number: Int
    let text: Substring
    let whole: Substring

    func read(isLast: Bool) throws(GrammarError) -> (duration: WallTime?, rate: BitRate) {
      guard !text.isEmpty else {
        throw refusal("is empty", "write a duration and a rate, such as 10s@800k")
      }
      let pieces = text.split(separator: "@", omittingEmptySubsequences: false)
      switch pieces.count {
      case 1:
        let rate = try read { () throws(GrammarError) in try BitRate(parsing: text) }
        guard isLast else {
          throw refusal(
            "has no duration, as only the last may", "write 10s@\(text) for ten seconds of it")
        }
        return (nil, rate)
      case 2:
        guard !pieces[1].isEmpty else {
          throw refusal("has no rate", "write \(text)800k, or \(text)0 for an outage")
        }
        guard !pieces[0].isEmpty else {
          throw refusal("has no duration before its @", "write 10s\(text)")
        }
        let duration = try read { () throws(GrammarError) in try WallTime(parsing: pieces[0]) }
        let rate = try read { () throws(GrammarError) in try BitRate(parsing: pieces[1]) }
        guard duration > .zero else { throw refusal("has a duration of 0", nil) }
        return (duration, rate)
      default:
        throw refusal("has more than one @", "write a comma between parts")
      }
    }

    /// Parses a value of the part; an error names the part.
    private func read<Value>(
      _ value: () throws(GrammarError) -> Value
    ) throws(GrammarError) -> Value {
      do {
        return try value()
      } catch {
        throw GrammarError(
          text: String(whole), problem: "part \(number), “\(error.text)”: \(error.problem)",
          hint: error.hint)
      }
    }

    private func refusal(_ problem: String, _ hint: String?) -> GrammarError {
      let subject = text.isEmpty ? "part \(number)" : "part \(number), “\(text)”,"
      return GrammarError(text: String(whole), problem: "\(subject) \(problem)", hint: hint)
    }
  }
}

extension Substring {
  /// The text without leading and trailing spaces.
  fileprivate var trimmed: Substring {
    var rest = drop { $0 == " " }
    while rest.last == " " { rest.removeLast() }
    return rest
  }
}
