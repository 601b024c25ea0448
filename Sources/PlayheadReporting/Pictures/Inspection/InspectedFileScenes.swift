import PlayheadAnalysis
import PlayheadModel
import PlayheadPictures

/// A file as a strip of bytes and its rate over time, with findings at their place.
struct InspectedFileScenes {
  let file: InspectedFile
  let findings: [ReportedFinding]

  private var media: MediaDescription { file.media }
  private var figures: MediaFigures { file.inspection.figures }

  /// The file as a strip of bytes.
  var bytes: Scene {
    let end = max(1, media.index.bytes)
    let rows = Int64(file.strip.tracks.count) + 1
    var marks: [Mark] = []
    func block(_ range: ByteRange, _ row: Int64) -> Block {
      Block(
        x: range.lowerBound..<max(range.lowerBound + 1, range.upperBound),
        y: (rows - 1 - row) * 10 + 1..<(rows - row) * 10 - 1)
    }
    let indexes = media.index.containerIndexes ?? []
    if !indexes.isEmpty {
      marks.append(
        Mark(
          "index", .seeking, .blocks(indexes.map { block($0.range, 0) }),
          title: indexes.map {
            "\($0.name), \(byteText($0.range.count)) at byte \(groupedText($0.range.lowerBound))"
          }.joined(separator: "; ")))
    }
    if let padding = figures.padding, padding.count > 0 {
      marks.append(
        Mark(
          "padding", .paused, .blocks([block(padding, 0)]),
          title: "padding, \(byteText(padding.count))"))
    }
    for (row, entry) in file.strip.tracks.enumerated() {
      let track = media.index.tracks[entry.track]
      let tone: Tone = track.kind == .video ? .buffer : track.kind == .audio ? .playing : .startup
      marks.append(
        Mark(
          "\(track.kind.words) (track \(track.id))", tone,
          .blocks(entry.ranges.map { block($0, Int64(row) + 1) }),
          title: "\(track.kind.words), track \(track.id)"))
    }
    let bands = bands { finding in
      finding.bytes.map { $0.lowerBound...max($0.lowerBound, $0.upperBound) }
    }
    return Scene(
      title: "Bytes of \(media.name.printable)", axis: Axis(.bytes, to: end), bands: bands,
      panels: [
        Panel(
          "layout", title: "Bytes in the file",
          summary:
            "Where index, padding and tracks lie among \(byteText(end)), "
            + "with findings at their place",
          axis: nil, top: rows * 10, height: rows > 2 ? .normal : .small, marks: marks)
      ])
  }

  /// The bit rate over the media.
  var rates: Scene {
    let course = figures.course
    // Frames of a second or less each would be drawn one by one.
    let seconds = Int(clamping: course.duration.nanoseconds / 1_000_000_000)
    let count = max(1, min(course.bytes.count, max(8, seconds)))
    let rates = course.rates(columns: count)
    let end = course.duration.axisPlace
    var points = rates.enumerated().map { column, rate in
      Point(Int64(Int128(end) * Int128(column) / Int128(max(1, count))), rate.bitsPerSecond)
    }
    points.append(Point(end, points.last?.y ?? 0))
    let axis = Axis(.rate, above: points.map(\.y).max() ?? 0)
    let steps = Folding.steps(points, limit: 2 * count)
    let bands = bands { finding in
      finding.mediaTime.map { $0.axisPlace...$0.axisPlace }
    }
    let mean = figures.meanRate.map {
      Mark("mean", .threshold, .level($0.bitsPerSecond), title: "mean \($0.rounded.text)")
    }
    return Scene(
      title: "Bit rate of \(media.name.printable)", axis: Axis(.time, to: end), bands: bands,
      panels: [
        Panel(
          "rate", title: "Bit rate over time",
          summary:
            "The bit rate over media time, up to "
            + BitRate(bitsPerSecond: points.map(\.y).max() ?? 0).rounded.text,
          axis: axis,
          marks: [
            Mark(nil, .buffer, .area(SessionScene.filled(steps))),
            Mark("bit rate", .buffer, .steps(steps)),
          ] + [mean].compactMap(\.self))
      ])
  }

  /// A band for each finding that has a `place`.
  private func bands(_ place: (ReportedFinding) -> ClosedRange<Int64>?) -> [Band] {
    findings.enumerated().compactMap { number, finding in
      place(finding).map {
        Band($0, finding.severity.tone, label: "\(number + 1)", title: finding.paragraphs[0])
      }
    }
  }
}
