import PlayheadPictures

extension PlayerPage {
  /// The style sheet: that of reports, and the parts that only this page has.
  static let style =
    PageStyle.text + """
      #stage { display: grid; grid-template-columns: minmax(0, 1.15fr) minmax(0, 1fr); gap: 16px;
        background: none; border: 0; padding: 0; }
      #screen, #side { background: var(--card); border: 1px solid var(--line);
        border-radius: 10px; }
      #screen { overflow: hidden; background: #000; display: grid; }
      video { display: block; width: 100%; height: 100%; aspect-ratio: 16 / 9; background: #000; }
      #side { padding: 16px; display: flex; flex-direction: column; gap: 12px; }
      #side p { margin: 0; }
      #side table { width: 100%; min-width: 0; }
      #side th:first-child { text-align: left; }
      #side th, #side td { padding-right: 6px; white-space: normal; }
      #buttons { display: flex; gap: 8px; flex-wrap: wrap; }
      button#play { background: var(--text); color: var(--card); border-color: var(--text); }
      #state { min-height: 1.45em; }
      #list { list-style: none; margin: 0; padding: 0; }
      #list li { border-top: 1px solid var(--line); }
      #list button { width: 100%; border: 0; border-radius: 0; text-align: left; display: flex;
        justify-content: space-between; gap: 16px; padding: 12px 2px; font-weight: 500;
        overflow-wrap: anywhere; }
      #list button span { color: var(--quiet); white-space: nowrap; font-weight: 400; }
      #problem { background: var(--card); border: 1px solid var(--line); border-radius: 10px;
        padding: 14px 16px; margin: 16px 0; overflow-wrap: anywhere; }
      #problem::before { content: "✕"; margin-right: 8px; }
      @media (max-width: 760px) { #stage { grid-template-columns: minmax(0, 1fr); gap: 12px; } }

      """
}
