/// The accepted results of a suite's cases.
///
/// It is a file beside the suite, which only `--update-baseline` writes.
public struct Baseline: Hashable, Sendable {
  /// The version of Playhead that wrote it.
  public var toolVersion: String
  /// The libraries that read the media, with their versions: `libavformat 59.27.100`.
  public var readerVersions: [String]
  /// The cases, sorted by name independently of the locale; names are unique.
  public private(set) var cases: [RecordedCase]

  /// A baseline of `cases`; of cases with the same name, the last one is kept.
  public init(toolVersion: String, readerVersions: [String], cases: [RecordedCase]) {
    self.toolVersion = toolVersion
    self.readerVersions = readerVersions
    let byName = Dictionary(cases.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
    self.cases = byName.values.sorted { $0.name < $1.name }
  }

  /// The record of the case named `name`; `nil` if missing.
  public func recordedCase(named name: String) -> RecordedCase? {
    var (low, high) = (0, cases.count)
    while low < high {
      let middle = (low + high) / 2
      if cases[middle].name < name { low = middle + 1 } else { high = middle }
    }
    return low < cases.count && cases[low].name == name ? cases[low] : nil
  }
}
