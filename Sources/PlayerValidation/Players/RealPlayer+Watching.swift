extension RealPlayer {
  /// Plays `task`, and returns what was observed, in order of time; asks several times a second
  /// whether to stop.
  package func watch(
    _ task: PlayerTask, stoppingIf isStopRequested: @escaping () -> Bool
  ) throws(ValidationError) -> PlayerWatch {
    let stopping = Stopping(isRequested: isStopRequested)
    var watch: PlayerWatch
    switch self {
    case .mpv: watch = try MPVDriver.watch(task, stopping)
    case .chromium, .chromiumHLS: watch = try ChromiumDriver.watch(task, stopping)
    case .hlsJS: watch = try ChromiumDriver.watch(task, with: .hlsJS, stopping)
    case .dashJS: watch = try ChromiumDriver.watch(task, with: .dashJS, stopping)
    case .shaka: watch = try ChromiumDriver.watch(task, with: .shaka, stopping)
    case .firefox: watch = try FirefoxDriver.watch(task, stopping)
    case .gstPlay: watch = try GstPlayDriver.watch(task, stopping)
    case .vlc: watch = try VLCDriver.watch(task, stopping)
    case .webkitgtk: watch = try WebKitGTKDriver.watch(task, stopping)
    }
    // What a player says of itself is read later than what it did.
    let ordered = watch.observations.enumerated().sorted {
      ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
    }
    watch.observations = ordered.map(\.element)
    return watch
  }
}
