/// The look of documents, of `serve`'s page too.
package enum PageStyle {
  /// The style sheet.
  package static let text = base + "\n" + pictures + "\n" + tones

  /// The colours of tones: those for a light page and those for a dark one, and the patterns that
  /// tell them apart without colour.
  private static let tones: String = {
    func rules(_ color: (Tone) -> String) -> String {
      Tone.allCases.map { ".t-\($0.rawValue){--c:\(color($0))}" }.joined()
    }
    return rules { $0.colors.light } + "\n@media (prefers-color-scheme: dark) {"
      + rules { $0.colors.dark } + "}\n@media print {" + rules { $0.colors.light } + "}\n"
      + Tone.allCases.filter(\.isDashed).map {
        "path.t-\($0.rawValue).line,path.t-\($0.rawValue).level"
      }
      .joined(separator: ",") + "{stroke-dasharray:5 4}\n"
      + Tone.allCases.filter(\.isHatched).map {
        "div.band.t-\($0.rawValue),i.key.t-\($0.rawValue).block"
      }
      .joined(separator: ",")
      // Firefox draws the colour all over where the gaps come first.
      + "{background-image:repeating-linear-gradient(135deg,"
      + "color-mix(in srgb,var(--c) 55%,transparent) 0 2px,transparent 2px 6px)}\n"
      + Tone.allCases.filter(\.isDotted).map { "div.band.t-\($0.rawValue)" }.joined(separator: ",")
      + "{background-image:radial-gradient(color-mix(in srgb,var(--c) 55%,transparent) 1px,"
      + "transparent 1.3px);background-size:6px 6px}\n"
  }()

  private static let base = """
    :root {
      --page: #f6f7f9; --card: #ffffff; --text: #16181d; --quiet: #565d69; --line: #d9dde4;
      --link: #0a5ea3; --code: #eef1f5;
      font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --page: #101216; --card: #181b21; --text: #e8eaee; --quiet: #a3abb8; --line: #323844;
        --link: #86c1f5; --code: #22262e;
      }
    }
    * { box-sizing: border-box; }
    [hidden] { display: none !important; }
    body { margin: 0; background: var(--page); color: var(--text); overflow-wrap: anywhere; }
    header, main, footer { max-width: 1180px; margin: 0 auto; padding: 0 20px; }
    header { display: flex; align-items: baseline; gap: 4px 24px; flex-wrap: wrap;
      padding-top: 14px; }
    .brand { font-weight: 700; margin: 0; letter-spacing: -0.01em; }
    nav ul, .legend { list-style: none; margin: 0; padding: 0; display: flex; flex-wrap: wrap;
      gap: 2px 16px; }
    nav a { font-size: 13px; }
    a { color: var(--link); text-underline-offset: 2px; }
    a:focus-visible, button:focus-visible, input:focus-visible, summary:focus-visible,
    .scene:focus-visible, .scroll:focus-visible { outline: 3px solid var(--link);
      outline-offset: 2px; border-radius: 4px; }
    .skip { position: absolute; left: -999px; }
    .skip:focus { left: 12px; top: 8px; background: var(--card); padding: 6px 10px; z-index: 9; }
    h1 { font-size: 24px; line-height: 1.25; margin: 18px 0 6px; letter-spacing: -0.015em;
      text-wrap: balance; }
    h2 { font-size: 18px; margin: 0 0 10px; letter-spacing: -0.01em; }
    h3 { font-size: 14px; margin: 0; }
    .subject { color: var(--quiet); margin: 0 0 16px; }
    section { background: var(--card); border: 1px solid var(--line); border-radius: 10px;
      padding: 16px 18px; margin: 16px 0; scroll-margin-top: 8px; }
    .cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(142px, 1fr)); gap: 10px;
      margin: 0 0 16px; }
    .cards div { background: var(--card); border: 1px solid var(--line); border-radius: 10px;
      padding: 10px 14px; }
    .cards dt, .facts dt, .note { color: var(--quiet); font-size: 13px; }
    .cards dd { margin: 0; font-size: 20px; font-weight: 650; letter-spacing: -0.01em;
      font-variant-numeric: tabular-nums; }
    .cards dd.note { font-size: 12px; font-weight: 400; letter-spacing: 0; }
    .facts { margin: 0 0 12px; }
    .facts > div { display: grid; grid-template-columns: 116px minmax(0, 1fr); gap: 0 12px;
      padding: 3px 0; }
    .facts dd { margin: 0; }
    ol.waits { margin: 0; padding: 0; list-style: none; }
    ol.waits > li { display: grid; grid-template-columns: 34px minmax(0, 1fr); gap: 0 10px;
      padding: 8px 0; border-top: 1px solid var(--line); }
    ol.waits > li:first-child { border-top: 0; padding-top: 0; }
    ol.waits p { margin: 0; }
    ol.waits img { display: block; height: 54px; max-width: 96px; margin-top: 4px;
      border-radius: 4px; }
    .chip { display: inline-block; min-width: 22px; padding: 0 5px; height: 22px; line-height: 20px;
      border-radius: 11px; text-align: center; font-size: 12px; font-weight: 700;
      color: var(--c); border: 1.5px solid var(--c); background: var(--card);
      justify-self: start; }
    .verdict { font-weight: 650; }
    td .verdict { white-space: nowrap; }
    .wait p { margin: 2px 0; }
    .wait { margin: 0 0 10px; }
    .verdict::before { color: var(--c); margin-right: 6px; }
    .verdict.t-good::before { content: "●"; } .verdict.t-warning::before { content: "▲"; }
    .verdict.t-bad::before { content: "✕"; } .verdict.t-paused::before { content: "■"; }
    .quiet { color: var(--quiet); }
    .command { display: flex; align-items: flex-start; gap: 8px; margin: 8px 0 0; }
    .command code { background: var(--code); border-radius: 6px; padding: 7px 10px; flex: 1;
      min-width: 0; white-space: pre-wrap; }
    code { font: 13px/1.45 ui-monospace, SFMono-Regular, Menlo, "DejaVu Sans Mono", monospace; }
    button { font: inherit; font-size: 13px; font-weight: 600; padding: 5px 12px; min-height: 34px;
      border-radius: 8px; cursor: pointer; border: 1px solid var(--line); background: var(--card);
      color: var(--text); }
    button:hover { border-color: var(--quiet); }
    button:disabled { opacity: 0.45; cursor: default; }
    input[type="search"] { font: inherit; font-size: 14px; padding: 6px 10px; min-height: 34px;
      width: min(100%, 320px); border-radius: 8px; border: 1px solid var(--quiet);
      background: var(--card); color: var(--text); }
    .tools { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; margin: 0 0 10px; }
    .scroll { overflow-x: auto; }
    [data-filter] .scroll, details .scroll { max-height: 480px; overflow-y: auto; }
    table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: 13px;
      min-width: min(100%, 420px); overflow-wrap: normal; }
    caption { text-align: left; color: var(--quiet); padding: 0 0 6px; }
    th, td { padding: 5px 14px 5px 0; text-align: right; border-top: 1px solid var(--line);
      vertical-align: top; white-space: nowrap; font-weight: 400; }
    td.word { white-space: normal; min-width: 11em; }
    tbody th { font-weight: 600; white-space: normal; overflow-wrap: anywhere; min-width: 7em; }
    th.word, td.word { text-align: left; }
    thead th { color: var(--quiet); font-weight: 500; border-top: 0; position: sticky; top: 0;
      background: var(--card); }
    details { border-top: 1px solid var(--line); margin-top: 14px; padding-top: 10px; }
    summary { cursor: pointer; font-weight: 600; font-size: 14px; }
    details > :nth-child(2) { margin-top: 10px; }
    footer { color: var(--quiet); font-size: 13px; padding-bottom: 28px; }
    @media (max-width: 620px) {
      header, main, footer { padding-left: 10px; padding-right: 10px; }
      section { padding: 14px 12px; }
      h1 { font-size: 20px; }
      .cards { grid-template-columns: repeat(2, minmax(0, 1fr)); }
      .cards dd { font-size: 18px; }
      .facts > div { grid-template-columns: minmax(0, 1fr); }
    }
    """

  private static let pictures = """
    .panel { margin: 0 0 14px; }
    .panel:last-child { margin-bottom: 0; }
    figcaption { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 18px;
      margin: 0 0 5px; }
    .legend { font-size: 12px; color: var(--quiet); gap: 0 14px; }
    .legend b { color: var(--text); font-variant-numeric: tabular-nums; margin-left: 5px; }
    i.key { display: inline-block; width: 14px; height: 10px; margin-right: 5px; font-style: normal;
      font-size: 11px; line-height: 10px; color: var(--c); }
    i.key.line, i.key.level { height: 0; border-top: 2.5px solid var(--c); vertical-align: middle; }
    i.key.level, i.key.line.t-need, i.key.line.t-other { border-top-style: dashed; }
    i.key.area, i.key.block { background-color: var(--c); border-radius: 2px;
      vertical-align: -1px; }
    i.key.area { opacity: 0.55; }
    .plot { padding-left: 66px; padding-right: 14px; }
    .across { position: relative; border-bottom: 1px solid var(--quiet); touch-action: pan-y; }
    .across.strip { height: 28px; } .across.small { height: 56px; }
    .across.normal { height: 112px; } .across.tall { height: 260px; }
    .across svg { position: absolute; inset: 0; width: 100%; height: 100%; pointer-events: none;
      overflow: hidden; }
    .across path { vector-effect: non-scaling-stroke; pointer-events: auto; }
    .across .grid { stroke: var(--line); stroke-width: 1; fill: none; }
    .across .line { fill: none; stroke: var(--c); stroke-width: 2; stroke-linejoin: round; }
    .across .area { fill: var(--c); fill-opacity: 0.3; stroke: none; }
    .across .area.t-loaded { fill-opacity: 1; }
    .across .block { fill: var(--c); stroke: var(--c); stroke-width: 1; }
    .across .block[class*="t-level"] { stroke: var(--card); }
    .across .level { fill: none; stroke: var(--c); stroke-width: 1.5; }
    .film .across { height: 50px; overflow: hidden; }
    .film .plot { margin-bottom: 18px; }
    .reel { position: absolute; inset: 0; }
    .frame { position: absolute; top: 0; bottom: 0; background: 0 0 / auto 100% repeat-x;
      left: calc(var(--a) / 12 * 100%); width: calc(var(--n) / 12 * 100%);
      border-left: 1px solid var(--card); }
    .film .quiet { font-size: 12px; }
    .film p { margin: 2px 0 0; }
    .y { position: absolute; right: 100%; margin-right: 7px; transform: translateY(50%);
      font-size: 11px; line-height: 1; color: var(--quiet); white-space: nowrap;
      font-variant-numeric: tabular-nums; }
    .x { position: relative; height: 18px; font-size: 11px; color: var(--quiet);
      font-variant-numeric: tabular-nums; }
    .x span { position: absolute; top: 3px; transform: translateX(-50%); white-space: nowrap;
      line-height: 1.2; }
    .x.narrow { display: none; }
    .band { position: absolute; top: 0; bottom: 0; min-width: 1px;
      background-color: color-mix(in srgb, var(--c) 16%, transparent); }
    .band.t-stalled, .band.t-startup, .band.t-parting { cursor: zoom-in; }
    .band span { display: none; position: absolute; top: 2px; left: 50%;
      transform: translateX(-50%); font-size: 11px; line-height: 14px; font-weight: 700;
      color: var(--c); background: var(--card); border-radius: 7px; padding: 0 4px; z-index: 2;
      white-space: nowrap; }
    .panel.first .band span { display: block; }
    .sign { position: absolute; transform: translate(-50%, 50%); font-size: 12px; line-height: 1;
      color: var(--c); text-shadow: 0 0 2px var(--card), 0 0 2px var(--card); cursor: default; }
    a.sign { text-decoration: none; cursor: pointer; z-index: 1; }
    a.sign:hover, a.sign:focus-visible { z-index: 2; outline: 2px solid var(--link);
      border-radius: 8px; }
    td.heat { background: color-mix(in srgb, var(--c) var(--heat), var(--card));
      padding-left: 10px; padding-right: 10px; }
    td code { white-space: nowrap; }
    tr:target { outline: 2px solid var(--link); }
    .cursor { position: absolute; top: 0; bottom: 0; width: 0; border-left: 1px solid var(--text);
      pointer-events: none; z-index: 3; }
    .drag { position: absolute; top: 0; bottom: 0; background: var(--link); opacity: 0.22;
      pointer-events: none; z-index: 3; }
    .scene .across { cursor: crosshair; }
    .toolbar { display: flex; flex-wrap: wrap; gap: 6px 8px; align-items: center; position: sticky;
      top: 0; background: var(--card); padding: 6px 0 8px; z-index: 4; }
    .toolbar output { font-size: 13px; font-variant-numeric: tabular-nums; color: var(--quiet);
      min-width: 12em; }
    .multiples { display: grid; grid-template-columns: repeat(auto-fit, minmax(290px, 1fr));
      gap: 14px 22px; }
    @media (max-width: 700px) {
      .x.wide { display: none; } .x.narrow { display: block; }
      .plot { padding-right: 6px; padding-left: 64px; }
      .frame { left: calc(var(--b) / 4 * 100%); width: calc(var(--m) / 4 * 100%); }
    }
    .multiples .x.wide { display: none; } .multiples .x.narrow { display: block; }
    @media print {
      :root { --page: #fff; --card: #fff; --text: #000; --quiet: #444; --line: #bbb;
        --code: #f2f2f2;
        font-size: 10pt; }
      * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
      nav, .toolbar, .tools, button, .skip, .scripted, .cursor { display: none !important; }
      section { border: 0; padding: 0; break-inside: auto; }
      .panel, .cards div, ol.waits > li, tr { break-inside: avoid; }
      h2 { break-after: avoid; }
      .scroll { max-height: none; overflow: visible; }
      details:not([open]) { display: none; }
    }
    """
}
