import MediaReading
import PlayheadKit
import Synchronization
import ThrottledServing

/// The pages of a server: the one that plays, and the data for it.
final class Predictions: Sendable {
  private let arguments: ParsedArguments
  private let context: Context
  private let files: ServedFiles
  private let network: GivenNetwork
  private let link: NetworkLink
  /// How files are played; `nil` if the player plays HLS and DASH only.
  private let plan: SessionPlan?
  /// One file is read at a time.
  private let turn = Mutex(())

  init(
    of files: ServedFiles, over network: GivenNetwork, _ link: NetworkLink, by plan: SessionPlan?,
    _ arguments: ParsedArguments, _ context: Context
  ) {
    self.files = files
    self.network = network
    self.link = link
    self.plan = plan
    self.arguments = arguments
    var context = context
    // Who looks at the page is told there.
    context.diagnostics.level = .quiet
    self.context = context
  }

  /// Answers a request for a page.
  func page(_ request: PageRequest) -> PageResponse? {
    switch request.path {
    case "/":
      PageResponse(
        fields: ["Content-Security-Policy": PlayerPage.securityPolicy],
        body: Array(PlayerPage.html.utf8))
    case "/api/files": json(list)
    case "/api/prediction": prediction(of: request.arguments["file"] ?? "")
    default: nil
    }
  }

  private var list: JSONValue {
    .members([
      "schema": .string("playhead.served-files/1"),
      "network": .string(link.profile.name),
      "latencySeconds": .seconds(link.profile.intervals.map(\.latency).min()),
      "longestLatencySeconds": .seconds(link.profile.longestLatency),
      "player": .string(plan?.policy.name ?? arguments.value(.player) ?? ""),
      "files": .array(
        files.entries.map { entry in
          .members([
            "name": .string(entry.name), "bytes": .integer(entry.bytes),
            "urlPath": .string(entry.urlPath),
          ])
        }),
    ])
  }

  private func prediction(of name: String) -> PageResponse {
    guard let entry = files.entries.first(where: { $0.name == name }) else {
      return json(.members(["error": .string("There is no such file.")]), status: 404)
    }
    do throws(Failure) {
      return PageResponse(type: "application/json", body: try report(on: entry))
    } catch {
      let words = [error.what, error.why].compactMap(\.self).joined(separator: ": ")
      return json(.members(["error": .string(words)]), status: 422)
    }
  }

  private func json(_ value: JSONValue, status: Int = 200) -> PageResponse {
    var printer = JSONPrinter(openLevels: 2)
    printer.print(value)
    return PageResponse(status: status, type: "application/json", body: printer.bytes + [10])
  }

  /// The ladder that `entry` is the manifest of; `nil` of a file.
  func ladder(of entry: ServedFiles.Entry) throws(Failure) -> Ladder? {
    guard let format = format(of: entry) else { return nil }
    return try turn.withLock { (_) throws(Failure) in
      try read(entry, format).media.ladder
    }
  }

  /// What is published of the live event as which `entry` is served; `nil` on demand.
  func published(of entry: ServedFiles.Entry) throws(Failure) -> PublishedEvent? {
    guard let format = format(of: entry) else { return nil }
    let (plan, media) = try turn.withLock { (_) throws(Failure) in try read(entry, format) }
    guard let event = try plan.live?.event(of: media.ladder, by: plan.player) else { return nil }
    return try PublishedEvent(media.ladder, event, beside: files.systemPath(of: entry))
  }

  /// The report in JSON of how `entry` plays in the model, a file or a manifest.
  func report(on entry: ServedFiles.Entry) throws(Failure) -> [UInt8] {
    guard let format = format(of: entry) else {
      return SessionJSON.bytes(try fileReport(at: files.systemPath(of: entry)))
    }
    return try turn.withLock { (_) throws(Failure) in
      let (plan, media) = try read(entry, format)
      try plan.choice.check(against: media.ladder)
      let ticking = plan.ticking(every: Self.tick(for: media.ladder.duration))
      return SessionJSON.bytes(try ticking.run(of: media, over: network, link).play(in: context))
    }
  }

  /// The format of the ladder that `entry` is the manifest of; `nil` of a file.
  private func format(of entry: ServedFiles.Entry) -> Ladder.Format? {
    Ladder.Format(ofLadderAt: files.systemPath(of: entry)).flatMap {
      [.hls, .dash].contains($0) ? $0 : nil
    }
  }

  private func read(
    _ entry: ServedFiles.Entry, _ format: Ladder.Format
  ) throws(Failure) -> (plan: LadderPlan, media: LadderDescription) {
    let path = files.systemPath(of: entry)
    let plan = try LadderPlan(format, arguments, context)
    let media = try plan.keepingTracks(
      of: try LadderLoading(arguments: arguments, context: context)
        .ladder(at: path, format, for: plan.player), at: path)
    return (plan, media)
  }

  private func fileReport(at path: String) throws(Failure) -> SessionReport {
    guard let plan else {
      let name = arguments.value(.player) ?? ""
      throw Failure(
        badValue: name, of: .player, why: "it plays HLS and DASH, not media files")
    }
    var loading = MediaLoading(arguments: arguments, context: context)
    loading.decode = DecodeMode.none
    loading.notesSpeed = false
    return try turn.withLock { (_) throws(Failure) in
      let media = try loading.media(at: path, tracks: plan.tracks, notesDamage: false)
      var setting = plan.setting(of: media, over: network, link)
      setting.subject.options.tickInterval = Self.tick(for: media.presentation.duration)
      return SessionReport(setting, try context.play(setting.scenario))
    }
  }

  /// The wall time between points of the chart of media that takes `duration`.
  private static func tick(for duration: MediaTime) -> WallTime {
    max(.milliseconds(250), WallTime(nanoseconds: duration.nanoseconds / 2000))
  }
}
