extension PlayerPage {
  /// The style sheet.
  static let style = """
    :root {
      --page: #f6f7f9; --card: #ffffff; --text: #16181d; --quiet: #5d6470; --line: #d9dde4;
      --predicted: #2f62c8; --actual: #c04d00; --button: #16181d; --on-button: #ffffff;
      --bad: #b3261e;
      font: 16px/1.45 system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --page: #111318; --card: #1a1d24; --text: #e8eaee; --quiet: #9ba3b0; --line: #323844;
        --predicted: #86aeff; --actual: #ff9f5a; --button: #e8eaee; --on-button: #14161b;
        --bad: #ff8a80;
      }
    }
    * { box-sizing: border-box; }
    [hidden] { display: none !important; }
    body { margin: 0; background: var(--page); color: var(--text); }
    header, main { max-width: 1160px; margin: 0 auto; padding: 0 20px; }
    header { display: flex; align-items: baseline; gap: 6px 18px; flex-wrap: wrap;
      padding-top: 18px; padding-bottom: 12px; }
    h1 { font-size: 1.25rem; margin: 0; letter-spacing: -0.01em; }
    h2 { font-size: 1rem; margin: 0 0 8px; }
    p { margin: 0; }
    .quiet { color: var(--quiet); font-weight: 400; font-size: 0.875rem; overflow-wrap: anywhere; }
    #stage { display: grid; grid-template-columns: minmax(0, 1.15fr) minmax(0, 1fr); gap: 16px; }
    #screen, #side, figure, #files, #problem { background: var(--card);
      border: 1px solid var(--line); border-radius: 10px; }
    #screen { overflow: hidden; background: #000; display: grid; }
    video { display: block; width: 100%; height: 100%; aspect-ratio: 16 / 9; background: #000; }
    #side { padding: 16px; display: flex; flex-direction: column; gap: 12px; }
    #buttons { display: flex; gap: 8px; flex-wrap: wrap; }
    button { font: inherit; font-weight: 600; padding: 8px 18px; min-height: 42px;
      border-radius: 8px; cursor: pointer; border: 1px solid var(--line);
      background: transparent; color: var(--text); }
    button#play { background: var(--button); color: var(--on-button); border-color: var(--button); }
    button:disabled { opacity: 0.45; cursor: default; }
    button:focus-visible, a:focus-visible { outline: 3px solid var(--predicted);
      outline-offset: 2px; }
    #state { min-height: 1.45em; }
    table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums;
      font-size: 0.9375rem; }
    th, td { padding: 7px 0 7px 10px; text-align: right; border-top: 1px solid var(--line);
      white-space: nowrap; }
    thead th { border-top: 0; padding-top: 0; font-size: 0.8125rem; color: var(--quiet);
      font-weight: 500; }
    th:first-child { text-align: left; padding-left: 0; font-weight: 500; }
    i.predicted, i.actual { display: inline-block; width: 14px; height: 0; margin-right: 6px;
      vertical-align: middle; border-top: 3px solid var(--actual); }
    i.predicted { border-top: 3px dashed var(--predicted); }
    #charts { margin: 16px 0 32px; display: grid; gap: 16px; }
    figure { margin: 0; padding: 14px 16px 10px; }
    figcaption { font-weight: 600; font-size: 0.9375rem; margin-bottom: 6px; }
    figcaption .quiet { margin-left: 6px; }
    svg { display: block; width: 100%; height: 220px; overflow: visible; }
    svg#buffer { height: 150px; }
    svg#waits { height: 84px; }
    svg text { fill: var(--quiet); font-size: 12px; font-variant-numeric: tabular-nums; }
    .grid { stroke: var(--line); stroke-width: 1; }
    path { fill: none; stroke-linejoin: round; }
    .p { stroke: var(--predicted); stroke-width: 2.25; stroke-dasharray: 6 4; }
    .a { stroke: var(--actual); stroke-width: 2.25; }
    .p.thin, .a.thin { stroke-width: 1.25; opacity: 0.6; }
    rect.p { fill: var(--predicted); stroke: none; }
    rect.a { fill: var(--actual); stroke: none; }
    rect.startup { opacity: 0.4; }
    #files { padding: 16px; }
    #list { list-style: none; margin: 0; padding: 0; }
    #list li { border-top: 1px solid var(--line); }
    #list button { width: 100%; border: 0; border-radius: 0; text-align: left; display: flex;
      justify-content: space-between; gap: 16px; padding: 12px 2px; font-weight: 500;
      overflow-wrap: anywhere; }
    #list button span { color: var(--quiet); white-space: nowrap; font-weight: 400; }
    #problem { padding: 14px 16px; margin: 16px 0; color: var(--bad); overflow-wrap: anywhere; }
    @media (max-width: 760px) {
      header, main { padding-left: 12px; padding-right: 12px; }
      #stage { grid-template-columns: minmax(0, 1fr); gap: 12px; }
      #side { padding: 14px; }
      #charts { gap: 12px; margin-top: 12px; }
      figure { padding: 12px 12px 8px; }
      figcaption .quiet { display: block; margin: 0; }
      table { font-size: 0.875rem; }
      th, td { padding-left: 6px; }
      svg { height: 180px; }
      svg#buffer { height: 130px; }
    }
    """
}
