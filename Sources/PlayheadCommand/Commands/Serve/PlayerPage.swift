import PlayheadKit
import PlayheadPictures

/// The page that plays a file in the browser beside what was predicted, one document without any
/// others.
enum PlayerPage {
  /// The document.
  static let html = """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Playhead</title>
    <link rel="icon" href="data:,">
    <style>\(style)</style>
    </head>
    \(body)
    <script>\(script)</script>
    </html>

    """

  /// What the document may load: itself, and nothing that is not from here.
  static let securityPolicy = [
    "default-src 'none'", "img-src data:", "media-src 'self'", "connect-src 'self'",
    "style-src '\(hash(of: style))'", "script-src '\(hash(of: script))'", "base-uri 'none'",
    "form-action 'none'", "frame-ancestors 'none'",
  ].joined(separator: "; ")

  private static let body = """
    <body>
    <header>
      <h1>Playhead</h1>
      <p id="what" class="quiet">&nbsp;</p>
    </header>
    <main>
      <section id="files" hidden>
        <h2>Files</h2>
        <ul id="list"></ul>
      </section>
      <section id="stage" hidden>
        <div id="screen">
          <video id="video" playsinline preload="none"></video>
        </div>
        <div id="side">
          <div id="buttons">
            <button id="play" type="button">Play</button>
            <button id="mute" type="button" aria-pressed="false">Mute</button>
            <button id="back" type="button" hidden>All files</button>
          </div>
          <p id="state" role="status">&nbsp;</p>
          <table>
            <thead>
              <tr><th scope="col">Figure</th>
              <th scope="col"><i class="key line t-buffer"></i>Predicted</th>
              <th scope="col"><i class="key line t-other"></i>Actual</th>
              <th scope="col">Difference</th></tr>
            </thead>
            <tbody id="figures"></tbody>
          </table>
        </div>
      </section>
      <section id="charts" hidden aria-labelledby="charts-title">
        <h2 id="charts-title">Over time</h2>
        \(pictures)
      </section>
      <p id="problem" role="alert" hidden></p>
    </main>
    </body>
    """

  /// The pictures before anything is in them, drawn as in reports.
  private static var pictures: String {
    func line(_ name: String, _ tone: Tone) -> Mark { Mark(name, tone, .line([Point(0, 0)])) }
    func waits(_ name: String, _ title: String) -> Panel {
      let nothing = Block(x: 0..<0, y: 0..<0)
      return Panel(
        name, title: title, summary: "\(title): startup and stalls", axis: nil, top: 4,
        height: .strip,
        marks: [
          Mark("starting", .startup, .blocks([nothing])),
          Mark("stalled", .stalled, .blocks([nothing])),
        ])
    }
    let axis = Axis(.time, to: 1000)
    let scene = Scene(
      title: "Predicted and actual", axis: axis,
      panels: [
        waits("predicted", "Predicted"), waits("actual", "Actual"),
        Panel(
          "buffer", title: "Buffer level",
          summary: "Buffer level, predicted and as the browser reports it", axis: axis,
          marks: [line("predicted", .buffer), line("actual", .other)]),
        Panel(
          "media", title: "Media time",
          summary: "Playhead and end of the buffer, predicted and as the browser reports them",
          axis: axis,
          marks: [
            line("predicted end of the buffer", .loaded),
            line("actual end of the buffer", .warning), line("predicted", .buffer),
            line("actual", .other),
          ]),
      ])
    // The policy permits no style within elements; the script sets it.
    return ScenePicture(scene, id: "session", isZoomable: true).markup.source
      .replacing(#/ style="[^"]*"/#, with: "")
  }

  private static func hash(of text: String) -> String {
    "sha256-\(ContentDigest.base64(of: text))"
  }
}
