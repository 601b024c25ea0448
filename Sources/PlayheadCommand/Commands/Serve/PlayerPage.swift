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
              <tr><th scope="col"></th><th scope="col"><i class="predicted"></i>Predicted</th>
              <th scope="col"><i class="actual"></i>Actual</th><th scope="col">Difference</th></tr>
            </thead>
            <tbody id="figures"></tbody>
          </table>
        </div>
      </section>
      <section id="charts" hidden>
        <figure>
          <figcaption>Playhead <span class="quiet">media time over wall time; the thin lines are
            the end of the buffer</span></figcaption>
          <svg id="position" role="img" aria-label="Playhead, predicted and actual"></svg>
        </figure>
        <figure>
          <figcaption>Buffer <span class="quiet">seconds ahead of the playhead, as the browser
            reports them</span></figcaption>
          <svg id="buffer" role="img" aria-label="Buffer, predicted and actual"></svg>
        </figure>
        <figure>
          <figcaption>Waiting <span class="quiet">startup, then stalls</span></figcaption>
          <svg id="waits" role="img" aria-label="Startup and stalls, predicted and actual"></svg>
        </figure>
      </section>
      <p id="problem" role="alert" hidden></p>
    </main>
    </body>
    """

  private static func hash(of text: String) -> String {
    "sha256-\(ContentDigest.base64(of: text))"
  }
}
