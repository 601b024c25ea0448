import MediaReading
import PlayheadKit

/// The ladders of a comparison, each read once for all players that see the same of it.
struct ComparedLadders {
  private let context: Context
  private var read: [Key: LadderDescription] = [:]

  /// What a reading depends on.
  private struct Key: Hashable {
    let location: String
    let reader: LadderPlayer.Reader
  }

  init(_ context: Context) { self.context = context }

  /// The ladder of `format` at `location`, as the player of `plan` sees it; refuses a rule that it
  /// has no level for.
  mutating func ladder(
    at location: String, _ format: Ladder.Format, by plan: LadderPlan, _ arguments: ParsedArguments
  ) throws(Failure) -> LadderDescription {
    let key = Key(location: location, reader: plan.player.reader)
    let media: LadderDescription
    if let known = read[key] {
      media = known
    } else {
      // What is unusual is noted once, however many players see it.
      let noted = Set(read.filter { $0.key.location == location }.flatMap(\.value.notes))
      media = try plan.keepingTracks(
        of: try LadderLoading(arguments: arguments, context: context, noted: noted)
          .ladder(at: location, format, for: plan.player), at: location)
    }
    read[key] = media
    try plan.choice.check(against: media.ladder)
    return media
  }
}
