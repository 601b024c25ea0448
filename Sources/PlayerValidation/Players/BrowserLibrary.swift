import PlayheadFiles
import PlayheadLadder
import PlayheadModel

/// A library of scripts that plays ladders in a browser by Media Source Extensions.
enum BrowserLibrary: Sendable {
  case hlsJS
  case dashJS
  case shaka

  /// What is in the page's window once the library is loaded.
  var global: String {
    switch self {
    case .hlsJS: "Hls"
    case .dashJS: "dashjs"
    case .shaka: "shaka"
    }
  }

  /// Has `video` play `address`; what goes wrong for good is noted.
  ///
  /// It catches up with the edge of a live event as `catchUp` says, if that is set.
  func beginning(_ catchUp: CatchUp?) -> String {
    func rate(_ rate: PlaybackRate) -> String { "\(Double(rate.thousandths) / 1000)" }
    switch self {
    case .hlsJS:
      let option = catchUp.map { ", maxLiveSyncPlaybackRate: \(rate($0.maximum))" } ?? ""
      return """
        player = new Hls({ enableWorker: false\(option) });
        player.on('hlsError', (_, data) => { if (data.fatal) note('error', data.details); });
        player.loadSource(address);
        player.attachMedia(video);
        video.play().catch(() => {});
        """
    case .dashJS:
      let option = catchUp.map {
        let rates = "min: \(rate($0.minimum)) - 1, max: \(rate($0.maximum)) - 1"
        return "player.updateSettings({ streaming: { liveCatchup: "
          + "{ enabled: true, playbackRate: { \(rates) } } } });\n"
      }
      return """
        player = dashjs.MediaPlayer().create();
        player.on('error', data => note('error', data.error ? data.error.message : 'it gave up'));
        \(option ?? "")
        player.initialize(video, address, true);
        """
    // Its player has to have the element before it loads; CRITICAL is 2. Every 2 s it would ban the
    // level for 30 s if 15 % of the frames were dropped, which a busy machine without a screen does
    // at any level (`checkDroppedFrames_` of `lib/abr/simple_abr_manager.js`).
    case .shaka:
      let option = catchUp.map {
        "player.configure({ streaming: { liveSync: { enabled: true, minPlaybackRate: "
          + "\(rate($0.minimum)), maxPlaybackRate: \(rate($0.maximum)) } } });"
      }
      return """
        shaka.polyfill.installAll();
        player = new shaka.Player();
        player.configure('abr.droppedFrames', false);
        \(option ?? "")
        const fail = error => note('error', 'Shaka Error ' + (error.code || error));
        player.addEventListener('error', event => {
          if (event.detail.severity === 2) fail(event.detail);
        });
        video.autoplay = true;
        player.attach(video).then(() => player.load(address)).catch(fail);
        """
    }
  }

  /// The date at which what is shown was captured, in milliseconds since 1970; `null` where the
  /// playhead is media time.
  var date: String {
    switch self {
    case .hlsJS: "player && player.playingDate ? +player.playingDate : null"
    case .dashJS: "null"
    case .shaka: "player && player.isLive() ? +player.getPlayheadTimeAsDate() : null"
    }
  }

  /// The name and version, once loaded.
  var version: String {
    switch self {
    case .hlsJS: "'hls.js ' + Hls.version"
    case .dashJS: "'dash.js ' + dashjs.Version"
    case .shaka: "'Shaka Player ' + shaka.Player.version.replace('v', '')"
    }
  }
}

extension Browser where Self: ~Copyable {
  /// Loads `library` from its source text, a script or a module; returns its name and version.
  ///
  /// A bundle may export only a function that makes a player of a video element and an address: its
  /// class is that of what it makes.
  mutating func load(
    _ library: BrowserLibrary, _ text: String, _ stopping: borrowing Stopping
  ) throws(ValidationError) -> String {
    let source = String(decoding: JSONValue.string(text).bytes, as: UTF8.self)
    let global = library.global
    let found = try evaluate(
      """
      (async () => {
        const text = \(source);
        if (!/^export\\b|[;}\\s]export\\s*[{*d]/.test(text)) {
          (0, eval)(text);
        } else {
          const url = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
          const module = await import(url);
          const values = [module.default, module.\(global), ...Object.values(module)];
          for (const value of values.filter(value => typeof value === 'function')) {
            if ('isSupported' in value) { window.\(global) = value; break; }
            try {
              const made = value(document.createElement('video'), 'data:,');
              if (!made || !('isSupported' in made.constructor)) continue;
              made.destroy();
              window.\(global) = made.constructor;
              break;
            } catch {}
          }
        }
        return typeof window.\(global) === 'undefined' ? null : \(library.version);
      })()
      """, stopping)
    guard let version = found.text else {
      throw .player("the library does not define \(global)")
    }
    return version
  }
}
