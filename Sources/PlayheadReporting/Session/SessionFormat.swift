package import PlayheadModel
import PlayheadPictures

/// Writes sessions; events can be written as they happen.
package protocol SessionExporter: Exporter
where Setting == SessionSetting, Report == SessionReport {
  /// What is written of `events` as they happen, after the opening; empty if nothing is.
  func text(of events: ArraySlice<Event>) -> [UInt8]
}

extension SessionExporter {
  /// Nothing.
  package func text(of events: ArraySlice<Event>) -> [UInt8] { [] }
}

/// The formats of a session.
package enum SessionFormat: String, CaseIterable, SessionExporter {
  /// For people.
  case text
  /// For programs: everything in one document.
  case json
  /// For programs: one event per line, as it happens.
  case jsonl
  /// For spreadsheets: the rows of the timeline.
  case csv
  /// For a pull request.
  case markdown
  /// For models of ITU-T P.1203.
  case p1203
  /// For tools that read Common Media Client Data.
  case cmcd
  /// For people, to look at: a document with pictures and the data.
  case html
  /// For slides and pages: the pictures alone.
  case svg
  /// The same in pixels.
  case png
  /// The same on a page of its size.
  case pdf

  /// Whether durations in it follow the style, and are not plain numbers.
  package var hasDurations: Bool {
    switch self {
    case .text, .markdown, .html, .svg, .png, .pdf: true
    case .json, .jsonl, .csv, .p1203, .cmcd: false
    }
  }

  /// Whether it shows the causes of waits.
  package var showsCauses: Bool {
    switch self {
    case .text, .json, .jsonl, .markdown, .html: true
    case .csv, .p1203, .cmcd, .svg, .png, .pdf: false
    }
  }

  /// The header of the text, or the first of JSON's lines.
  package func opening(of setting: SessionSetting, style: TextStyle) -> [UInt8] {
    switch self {
    case .text: SessionText.header(of: setting, style: style)
    case .jsonl: SessionLines.opening(setting)
    case .json, .csv, .markdown, .p1203, .cmcd, .html, .svg, .png, .pdf: []
    }
  }

  /// A line of JSON each, in that format.
  package func text(of events: ArraySlice<Event>) -> [UInt8] {
    self == .jsonl ? events.flatMap(SessionLines.line) : []
  }

  /// The rest of the document.
  package func rest(
    of report: SessionReport, style: TextStyle
  ) throws(ExportError) -> ExportedText {
    switch self {
    case .text: return ExportedText(SessionText.body(report, style: style))
    case .json: return ExportedText(SessionJSON.bytes(report))
    case .jsonl: return ExportedText(SessionLines.closing(report))
    case .csv: return ExportedText(SessionCSV.bytes(report.session))
    case .markdown: return ExportedText(SessionMarkdown.text(report, durations: style.durations))
    case .cmcd: return ExportedText(SessionCMCD.bytes(report))
    case .html: return ExportedText(SessionPage(report, durations: style.durations).page.bytes)
    case .svg, .png, .pdf:
      return try ExportedText(
        SVGDocument(SessionPage(report, durations: style.durations).scene),
        as: PictureFormat(rawValue: rawValue) ?? .svg)
    case .p1203:
      do throws(P1203Error) {
        return ExportedText(try P1203Input.bytes(report))
      } catch {
        throw ExportError(error.description)
      }
    }
  }
}
