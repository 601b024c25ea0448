/// The networks that are built in as a table for a person.
///
/// Where there is no room for a column of sources, each source's rows follow a line that names it.
public struct PresetTable: Sendable {
  private let presets: [NetworkPreset]
  private let style: TextStyle

  /// A table of `presets`, which come source by source, in 40 columns or more.
  public init(_ presets: [NetworkPreset], style: TextStyle) {
    self.presets = presets
    self.style = style
  }

  private static let heading = ["name", "down", "up", "latency", "loss"]

  /// The table, with a newline at its end.
  public var text: String {
    // Long units first, then short ones, then the sources between the rows.
    let long = presets.map { cells($0) { $0.text } }
    let short = presets.map { cells($0, \.shortText) }
    let longest = NetworkPreset.Source.allCases.map(\.rawValue.count).max() ?? 0
    let lines =
      if width(of: long, gap: 2) + 2 + longest <= style.width {
        withSources(long, gap: 2)
      } else if width(of: short, gap: 2) + 2 + longest <= style.width {
        withSources(short, gap: 2)
      } else {
        bySource(short)
      }
    return (lines + [""] + remarks).joined(separator: "\n") + "\n"
  }

  private func cells(_ preset: NetworkPreset, _ text: (BitRate) -> String) -> [String] {
    [
      preset.name, text(preset.down), text(preset.up),
      style.durations.shortText(preset.latency),
      preset.loss.percentText,
    ]
  }

  private func widths(_ rows: [[String]]) -> [Int] {
    Self.heading.indices.map { column in
      ([Self.heading] + rows).map { $0[column].count }.max() ?? 0
    }
  }

  private func width(of rows: [[String]], gap: Int) -> Int {
    widths(rows).reduce(0, +) + gap * (Self.heading.count - 1)
  }

  /// Cells in their columns: names to the left, numbers to the right.
  private func line(_ cells: [String], _ widths: [Int], gap: Int) -> String {
    cells.indices.map { column in
      column == 0
        ? cells[column].padded(to: widths[column]) : cells[column].leftPadded(to: widths[column])
    }.joined(separator: String(repeating: " ", count: gap))
  }

  private func withSources(_ rows: [[String]], gap: Int) -> [String] {
    let widths = widths(rows)
    let heading = style.set(line(Self.heading, widths, gap: gap) + "  source", in: .dim)
    return [heading]
      + zip(presets, rows).map { "\(line($1, widths, gap: gap))  \($0.source.rawValue)" }
  }

  private func bySource(_ rows: [[String]]) -> [String] {
    let widths = widths(rows)
    var lines = [style.set(line(Self.heading, widths, gap: 1), in: .dim)]
    var source: NetworkPreset.Source?
    for (preset, row) in zip(presets, rows) {
      if preset.source != source {
        lines.append(style.set("\(preset.source.rawValue):", in: .bold))
        source = preset.source
      }
      lines.append(line(row, widths, gap: 1))
    }
    return lines
  }

  private var remarks: [String] {
    WrappedRow(name: "", nameWidth: 0, style: style).lines(
      "Nominal numbers of their sources. A name without chrome-, wpt- or apple- is WebPageTest's. "
        + "Latency is from a request to its first byte; a loss costs what the Mathis formula says.")
  }
}

extension BitRate {
  /// The rate for people as it can be typed: `1.6M`, `750k`.
  fileprivate var shortText: String {
    String(text.dropLast("bit/s".count)).filter { $0 != " " }
  }
}
