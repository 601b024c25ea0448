import MediaReading
import PlayheadKit

/// The ladders of a comparison, each read once for all players that see the same of it.
struct ComparedLadders {
  private let context: Context
  private var read: [Key: LadderDescription] = [:]

  /// What a reading depends on.
  private struct Key: Hashable {
    let location: String
    let timing: SegmentTimeOptions
    let unplayableCodecs: [String]
  }

  init(_ context: Context) { self.context = context }

  /// The ladder of `format` at `location`, as the player of `plan` sees it; refuses a rule that it
  /// has no level for.
  mutating func ladder(
    at location: String, _ format: Ladder.Format, by plan: LadderPlan, _ arguments: ParsedArguments
  ) throws(Failure) -> LadderDescription {
    let key = Key(
      location: location, timing: SegmentTimeOptions(of: plan.player),
      unplayableCodecs: plan.player.unplayableCodecs)
    var context = context
    // What is unusual is noted once, whatever player sees it.
    if read.keys.contains(where: { $0.location == location }) { context.diagnostics.level = .quiet }
    let media: LadderDescription
    if let known = read[key] {
      media = known
    } else {
      media = try plan.keepingTracks(
        of: try LadderLoading(arguments: arguments, context: context)
          .ladder(at: location, format, for: plan.player), at: location)
    }
    read[key] = media
    try plan.choice.check(against: media.ladder)
    return media
  }
}
