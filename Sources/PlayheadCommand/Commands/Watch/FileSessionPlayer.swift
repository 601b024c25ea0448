import MediaReading
import PlayheadKit
import PlayheadWatch

/// Plays sessions of a media file.
struct FileSessionPlayer: SessionPlayer {
  private let media: MediaDescription
  private let reader: MediaReader
  private let location: String
  private let context: Context

  init(_ arguments: ParsedArguments, _ context: Context) throws(Failure) {
    // Errors of the command line are reported before a long reading begins.
    _ = try arguments.profile(of: try arguments.givenNetwork())
    let plan = try SessionPlan(arguments)
    var loading = MediaLoading(arguments: arguments, context: context)
    // Timing is the same whatever is decoded.
    loading.decode = DecodeMode.none
    loading.digestsIndex = false
    media = try loading.media(at: arguments.mediaLocation, tracks: plan.tracks)
    reader = try loading.reader(of: arguments.mediaLocation)
    location = arguments.mediaLocation
    self.context = context
  }

  var usualPlayer: String { BufferingPolicy.basic.name }
  var players: [String] { PlayerArgument.builtInNames }
  var rules: [String] { [] }

  func session(_ arguments: ParsedArguments) throws(Failure) -> WatchedSession {
    let network = try arguments.givenNetwork()
    let link = NetworkLink(following: try arguments.profile(of: network))
    let plan = try SessionPlan(arguments)
    var scenario = plan.scenario(of: media.presentation, over: link)
    scenario.options.tickInterval = Self.tick(for: scenario.presentation.duration)
    let played = try context.play(.file(scenario))
    return WatchedSession(
      .file(scenario), played,
      names: .init(network: link.profile.name, player: scenario.policy.name))
  }

  func frame(_ wanted: WantedFrame) -> Result<FramePicture, NoPictures> {
    let tracks = media.presentation.tracks
    guard
      let track = media.index.tracks.first(where: { $0.kind == .video && tracks.contains($0.id) })
    else { return .failure(.noMedia) }
    do throws(MediaReadingError) {
      return try reader.frame(
        of: location, track: track.id, at: wanted.time + media.presentation.origin,
        within: (wanted.width, wanted.height))
    } catch {
      return .failure(.undecodable)
    }
  }
}
