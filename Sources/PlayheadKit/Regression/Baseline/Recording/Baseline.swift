/// What the cases of a suite came to when it was last agreed that this is how it should be.
///
/// It is kept in a file, beside the suite, that `--update-baseline` alone writes.
public struct Baseline: Hashable, Sendable {
  /// The version of Playhead that wrote it.
  public var toolVersion: String
  /// The libraries that read the media, each with its version: `libavformat 59.27.100`.
  public var readerVersions: [String]
  /// The cases, in the order of their names, which no locale changes; no two have the same.
  public private(set) var cases: [RecordedCase]

  /// A baseline of the parts given; of cases with the same name the last counts.
  public init(toolVersion: String, readerVersions: [String], cases: [RecordedCase]) {
    self.toolVersion = toolVersion
    self.readerVersions = readerVersions
    let byName = Dictionary(cases.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
    self.cases = byName.values.sorted { $0.name < $1.name }
  }

  /// The record of the case called `name`; `nil` if there is none.
  public func recordedCase(named name: String) -> RecordedCase? {
    var (low, high) = (0, cases.count)
    while low < high {
      let middle = (low + high) / 2
      if cases[middle].name < name { low = middle + 1 } else { high = middle }
    }
    return low < cases.count && cases[low].name == name ? cases[low] : nil
  }
}
