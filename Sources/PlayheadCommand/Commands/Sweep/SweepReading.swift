import MediaReading
import PlayerValidation
import PlayheadKit
import PlayheadSweep

/// Reads the media of sweeps.
struct SweepReading {
  let arguments: ParsedArguments
  let context: Context

  /// A reader of media as players read it, for any thread; it writes what sessions need to
  /// `folder`, if that is given.
  func reader(embeddingIn folder: String? = nil) throws(Failure)
    -> @Sendable (
      SweepMedia, SweepPlan.Reading
    ) throws(CaseError) -> PlayableMedia
  {
    let loading = MediaLoading(arguments: arguments, context: context)
    var reader = MediaReader(
      cores: 1, cache: loading.cache, interruption: context.interruption)
    reader.limits = try arguments.readingLimits()
    reader.helper = context.helper
    try loading.prepare(&reader)
    return { [reader, arguments] (media, reading) throws(CaseError) in
      var checked = CheckedMedia(name: media.name, location: media.location, decode: .none)
      checked.player = reading.player
      checked.reading = reading.setting
      checked.isLive = arguments.has(.live)
      return try arguments.inParts(
        try reader.playable(checked, embeddingIn: folder), at: media.location)
    }
  }

  /// Starts programs that are rules.
  var program: @Sendable (RuleCommand) throws(CaseError) -> any FallibleRule {
    let interruption = context.interruption
    return { (command) throws(CaseError) in try ProgramRule(command, of: interruption) }
  }
}

extension ParsedArguments {
  /// How every session is played.
  func sweepManner() throws(Failure) -> SweepManner {
    var manner = SweepManner()
    manner.transport = try transport()
    manner.actions = try userActions()
    manner.limit = try duration(.limit)
    try check(manner.actions, within: manner.limit)
    manner.reading = try readingSetting()
    manner.faults = try faults()
    if case .bytes? = manner.reading.key {
      throw Failure(
        badValue: "the key", of: .key, why: "the results would show its digits",
        hint: "give the file that has it")
    }
    if let setting = try LivePlan(self)?.setting {
      var live = LiveManner(setting)
      live.catchesUp = has(.catchUp)
      live.catchUpRate = try catchUpRate()
      manner.live = live
      _ = try partLength()
    }
    manner.options = words(of: Option.sweepManner)
    return manner
  }
}

extension ParsedArguments {
  /// `media` in the parts that are asked for.
  func inParts(_ media: PlayableMedia, at location: String) throws(CaseError) -> PlayableMedia {
    guard has(.parts), case .ladder(let ladder) = media.content else { return media }
    var media = media
    do throws(Failure) {
      media.content = .ladder(try inParts(ladder, at: location))
    } catch {
      throw error.asCaseError
    }
    return media
  }
}
