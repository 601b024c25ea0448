import Foundation
package import PlayheadKit
package import ThrottledServing

/// Plays a file or a ladder in a real player behind a throttled server.
package struct ValidationRun {
  /// The file, or the manifest.
  package var path: String
  /// Whether it is a manifest, whose folder is served.
  package var isManifest: Bool
  /// The source text of the library that plays; `nil` if the player itself does.
  package var library: String?
  /// How long its media is.
  package var duration: MediaTime
  /// The network with everything done to it.
  package var profile: BandwidthProfile
  /// How its rate reaches a response.
  package var transport: Transport
  package var player: RealPlayer
  /// The player's program; `nil` for the one on the search path.
  package var program: String?
  /// How long to watch at most, from the first request on.
  package var limit: WallTime
  /// What becomes of requests that fail.
  package var faults: FaultyRequest.Rule = { _ in nil }
  /// The live event as which it is published; `nil` on demand.
  package var live: LiveEvent?
  /// What there is of it when; `nil` on demand.
  package var publication: PublishedRequest.Rule?
  /// How the player is to catch up with it; `nil` if it does not.
  package var catchUp: CatchUp?

  package init(
    path: String, isManifest: Bool = false, library: String? = nil, duration: MediaTime,
    profile: BandwidthProfile, transport: Transport,
    player: RealPlayer, program: String? = nil, limit: WallTime
  ) {
    self.path = path
    self.isManifest = isManifest
    self.library = library
    self.duration = duration
    self.profile = profile
    self.transport = transport
    self.player = player
    self.program = program
    self.limit = limit
  }

  /// What was seen of a player in one run.
  package struct Result: Sendable {
    /// The player's version in its own words.
    package var version: String
    package var outline: PlaybackOutline
    /// The requests as they were served.
    package var requests: [ServedRequest]
  }

  /// Runs the player once, with `folder` for its files; asks several times a second whether to
  /// stop.
  package func watch(
    in folder: String, stoppingIf isStopRequested: @escaping () -> Bool
  ) throws(ValidationError) -> Result {
    let files = try served()
    let server = try serve(files)
    defer { server.stop() }
    let before = MonotonicClock.now
    let watch = try player.watch(
      PlayerTask(
        url: server.url(files.mainEntry?.urlPath ?? "/"), duration: duration, limit: limit,
        folder: folder, program: program, page: isManifest ? server.url() : nil,
        library: library, catchUp: catchUp),
      stoppingIf: isStopRequested)
    let after = MonotonicClock.now
    // The link's time is ours but for a constant.
    guard let time = server.time else {
      let reasons = watch.observations.compactMap { observation -> String? in
        if case .failed(let reason) = observation.kind { reason } else { nil }
      }
      throw .player(reasons.first ?? "it has asked for nothing")
    }
    let start = max(before, MonotonicClock.now - time)
    server.stop()
    let requests = server.requests.sorted { $0.asked < $1.asked }
    var observations = watch.observations
    if let live, let date = server.startDate {
      observations = observations.onMediaClock(
        from: date - live.join.nanoseconds - live.clockOffset.nanoseconds)
    }
    let recording = PlayerRecording(
      of: observations, from: start, to: after, duration: duration)
    var result = Result(
      version: watch.version,
      outline: PlaybackOutline(
        recording,
        requests: requests.filter { $0.method == "GET" && $0.status < 300 }.map { request in
          PlaybackOutline.Request(
            name: isManifest ? Self.name(of: request) : nil,
            offset: request.firstOffset ?? 0, asked: request.asked,
            firstByte: request.firstByte, lastByte: request.lastByte, bytes: request.sentBytes,
            dropped: request.dropped)
        }), requests: requests)
    result.outline.live = live.flatMap {
      LiveOutline(recording, join: $0.join, duration: duration)
    }
    return result
  }

  /// The path of what a request asks for, from the folder on.
  private static func name(of request: ServedRequest) -> String {
    let path = request.path.prefix { $0 != "?" }
    let name = path.hasPrefix("/media/") ? path.dropFirst("/media/".count) : path
    return name.removingPercentEncoding ?? String(name)
  }

  private func served() throws(ValidationError) -> ServedFiles {
    do throws(ServingError) {
      return isManifest ? try ServedFiles(manifest: path) : try ServedFiles(path: path)
    } catch {
      throw .server(error)
    }
  }

  private func serve(_ files: ServedFiles) throws(ValidationError) -> ThrottledServer {
    var options = ServingOptions()
    // A browser plays it in an empty page, which is of no origin.
    options.allowsOtherOrigins = true
    do throws(ServingError) {
      return try ThrottledServer(
        serving: files, over: profile, by: transport, options: options, faults: faults,
        publication: publication,
        pages: { request in
          request.path == "/" ? PageResponse(body: Array("<!DOCTYPE html><body>".utf8)) : nil
        })
    } catch {
      throw .server(error)
    }
  }
}
