package import PlayheadKit

/// A real player that can be watched.
package enum RealPlayer: String, CaseIterable, Sendable {
  case mpv
  case chromium
  case firefox
  case gstPlay = "gst-play"
  case vlc
  case webkitgtk
  case chromiumHLS = "chromium-hls"
  case hlsJS = "hls.js"
  case dashJS = "dash.js"
  case shaka

  /// The programs that play, any of which will do.
  package var programs: [String] {
    switch self {
    case .mpv: ["mpv"]
    case .chromium, .chromiumHLS, .hlsJS, .dashJS, .shaka:
      ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]
    case .firefox: ["firefox-esr", "firefox"]
    case .gstPlay: ["gst-play-1.0"]
    case .vlc: ["vlc"]
    case .webkitgtk: ["WebKitWebDriver"]
    }
  }

  /// The Debian package that has it.
  package var package: String {
    switch self {
    case .mpv: "mpv"
    case .chromium, .chromiumHLS, .hlsJS, .dashJS, .shaka: "chromium"
    case .firefox: "firefox-esr"
    case .gstPlay: "gstreamer1.0-plugins-base-apps"
    case .vlc: "vlc-bin"
    case .webkitgtk: "webkit2gtk-driver"
    }
  }
}

/// A file that a real player is to play.
package struct PlayerTask: Sendable {
  /// The address of the media.
  package var url: String
  /// How long it is.
  package var duration: MediaTime
  /// How long to watch at most.
  package var limit: WallTime
  /// A folder of its own, which is removed afterwards.
  package var folder: String
  /// The player's program; `nil` for the one on the search path.
  package var program: String?
  /// The address of the page that a browser plays in; `nil` for an empty one of no origin.
  package var page: String?
  /// The source text of the script library that plays; `nil` if the player itself does.
  package var library: String?
  /// How the library is to catch up with the edge of a live event; `nil` if it does not.
  package var catchUp: CatchUp?

  package init(
    url: String, duration: MediaTime, limit: WallTime, folder: String, program: String? = nil,
    page: String? = nil, library: String? = nil, catchUp: CatchUp? = nil
  ) {
    self.url = url
    self.duration = duration
    self.limit = limit
    self.folder = folder
    self.program = program
    self.page = page
    self.library = library
    self.catchUp = catchUp
  }

  /// The program of `player`.
  func program(of player: RealPlayer) throws(ValidationError) -> String {
    if let program { return program }
    return try PlayerProcess.find(player.programs, package: player.package)
  }
}

/// What was seen of a real player.
package struct PlayerWatch: Sendable {
  /// What the player says of itself, such as `mpv 0.35.1`.
  package var version: String
  package var observations: [PlayerObservation]

  package init(version: String, observations: [PlayerObservation] = []) {
    self.version = version
    self.observations = observations
  }
}
